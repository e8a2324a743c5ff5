#include "ir/text.hpp"

#include "text_support.hpp"

namespace yyshader::ir {
namespace {

/// A module in exactly the form of a dump, with one of everything.
constexpr std::string_view everything = R"(features f16 subgroups

struct 粒子 {
  处: vec4<f32> builtin(position),
  彩: vec2<f16> location(0),
  编号: i32 location(1) flat,
}

struct 内 {
  甲: mat3x2<f32>,
  乙: array<粒子, 4>,
}

struct 内#2 {
  甲: array<u32>,
}

global 数据: array<f32> storage(read_write) group(0) binding(1)

global 设: 内 uniform(read) group(1) binding(2)

global 计: array<atomic<u32>> storage(read_write) group(0) binding(2)

global 块: array<array<f32, 8>, 16> workgroup(read_write)

global 「struct」: texture_2d_array<f32> handle(read) group(2) binding(0)

global 采: sampler handle(read) group(2) binding(1)

constant 重力: vec3<f32> = construct<vec3<f32>>(0.0f, negate(9.8f), 1f)

constant 「a b」: abstract_float = multiply(1.5, 2a)

constant 零: abstract_int = 0

function 助(甲: f32, 乙: f32, 甲#2: 粒子) -> f32 {
  return add(add($甲, $乙), extract.0(extract.0($甲#2)))
}

function 主(号: vec3<u32> builtin(global_invocation_id), 彩: f32 location(3)) -> vec4<f32> location(0) {
  undeclared 余: f16
  let 甲 = extract.1($号)
  let %0 = load(index_ref(index_ref(@块, 1u), %甲))
  pending %1 = load(index_ref(@数据, 0u))
  inlined %2 = load(index_ref(@数据, %甲))
  dropped atomic_add(index_ref(@计, 0u), 1u)
  statement workgroup_barrier()
  pending call 助(%1, ^重力, %2)
  variable 环: u32 result = 3u
  variable &0: bool
  variable 环#2: f16 = 1.5h
  if less(%0, 1.0f) {
    store &0 = true
  } else {
    let 甲#2 = convert<i32>(%甲)
    store &0 = less_equal(%甲#2, 2i)
  }
  loop {
    if logical_not(false) {
      break
    } else {
      store &0 = subgroup_add(load(&环))
      continue
    }
  }
  pending %3 = logical_or(less(%0, 2.0f), {pending %4 = load(&环); pending call 助()} less(%4, 4u))
  let 「0」 = bitcast<f32>(%甲)
  let x = dot(construct<vec2<f32>>(1.0f, 2.0f), construct<vec2<f32>>(%「0」, %0))
  return construct<vec4<f32>>(%x, %x, texture_sample(@「struct」, @采, %x), select(%3, %x, 1.0f))
}

entry 主入口 compute(64, 2, 1) = 主

entry 「function」 fragment = 助 imported
)";

TEST(Text, ReadsWhatItDumps) { EXPECT_EQ(dump(read_module(everything)), everything); }

TEST(Text, ReadsHandWrittenText) {
  const Module module = read_module(R"(
    // Items may name later ones; lines end anywhere.
    function f(x: u32) -> u32 { return call
        g($x, ^late) }
    function g(x: u32, y: u32) -> u32 { return $x }
    constant late: u32 = 1u)");
  EXPECT_EQ(dump(module), R"(function f(x: u32) -> u32 {
  return call g($x, ^late)
}

function g(x: u32, y: u32) -> u32 {
  return $x
}

constant late: u32 = 1u
)");
}

TEST(Text, FillsInTypes) {
  const Module module = read_module(R"(
    function f(m: mat2x3<f32>, v: vec2<f32>) {
      let a = matrix_times_vector($m, $v)  let b = less($v, $v); let c = index($m, 1u)
      let d = matrix_times_matrix(construct<mat3x2<f32>>($v, $v, $v), $m)
    })");
  const Function& function = module.functions[0];
  const auto type_of = [&](std::size_t statement) {
    return type_text(module, function.values[function.blocks[0].statements[statement].value].type);
  };
  EXPECT_EQ(type_of(0), "vec3<f32>");
  EXPECT_EQ(type_of(1), "vec2<bool>");
  EXPECT_EQ(type_of(2), "vec3<f32>");
  EXPECT_EQ(type_of(3), "mat2x2<f32>");
}

TEST(Text, WritesTypesThatDoNotFollow) {
  const std::string text = R"(function f(x: u32) {
  let a = add<f32>($x, $x)
  let b = add<f32>($x)
  let c = load<u32>($x)
  let d = call f<u32>(1u, 2u)
}
)";
  EXPECT_EQ(dump(read_module(text)), text);
}

TEST(Text, UnsoundModulesCanBeShown) {
  const std::string text = R"(function f(x: u32) {
  let a = multiply(%0 := add($x, 1u), %0)
  let a#2 = %a
  pending %a
  store load(@g) = workgroup_barrier()
  let b = %a
  continue
  break
  return 1u
}

global g: u32 storage(write) group(0) binding(0)
)";
  EXPECT_EQ(dump(read_module(text)), text);
}

TEST(Text, TellsThingsOfOneNameApart) {
  const Module module = read_module(R"(
    global 甲: u32 workgroup(read_write)
    global 甲#2: f32 workgroup(read_write)
    function f() { let x = load(@甲#2) let x#2 = load(@甲) store @甲 = %x#2 })");
  EXPECT_EQ(module.text(module.globals[1].name), "甲");
  const Function& function = module.functions[0];
  const Statement& store = function.blocks[0].statements[2];
  EXPECT_EQ(store.value, function.blocks[0].statements[1].value);
  EXPECT_EQ(function.values[store.target].payload, 0U);
}

TEST(Text, QuotesNames) {
  for (const std::string_view name : {"f32", "a b", "3", "a」b", "「", "struct", "a//b", "vec3", "#", "", "a\nb"}) {
    Module module;
    Global global;
    global.name = module.symbols.intern(name);
    global.type = module.types.u32();
    global.space = AddressSpace::workgroup;
    module.globals.push_back(global);
    module.items.push_back({Item::Kind::global, 0});
    const std::string text = dump(module);
    const Module again = read_module(text);
    ASSERT_EQ(again.globals.size(), 1U) << text;
    EXPECT_EQ(again.text(again.globals[0].name), name);
    EXPECT_EQ(dump(again), text);
  }
}

TEST(Text, DumpsInTheOrderOfItems) {
  Module module = read_module("constant a: u32 = 1u constant b: u32 = 2u");
  std::swap(module.items[0], module.items[1]);
  EXPECT_EQ(dump(module), "constant b: u32 = 2u\n\nconstant a: u32 = 1u\n");
}

TEST(Text, SaysWhatIsWrong) {
  EXPECT_EQ(read_error("\n\nfrob"), "line 3: 'frob' starts no item");
  EXPECT_EQ(read_error("constant a: u32 = 5000000000u"), "line 1: '5000000000u' does not fit its type");
  EXPECT_EQ(read_error("constant a: u32 = 5q"), "line 1: '5q' has an unknown suffix");
  EXPECT_EQ(read_error("constant a: u33x = 5u"), "line 1: there is no struct 'u33x'");
  EXPECT_EQ(read_error("function f() {\n let a = %b\n}"), "line 2: there is no value '%b'");
  EXPECT_EQ(read_error("function f() {\n let a = nothing(1u)\n}"), "line 2: 'nothing' is no operation");
  EXPECT_EQ(read_error("function f() {\n let a = literal()\n}"), "line 2: 'literal' is no operation");
  EXPECT_EQ(
      read_error("function f() {\n let a = convert(1u)\n}"),
      "line 2: the type of 'convert' does not follow from its operands: it takes others, or its type must be given");
  EXPECT_EQ(read_error("function f() {\n let a = add(1u)\n}").substr(0, 31), "line 2: the type of 'add' does ");
  EXPECT_EQ(read_error("function f() { let a = 1u"), "line 1: a function's '{' has no '}'");
  EXPECT_EQ(read_error("function f() { if true { } }"), "line 1: 'else' is expected");
  EXPECT_EQ(read_error("global 「a: u32"), "line 1: a name's 「 has no 」");
  EXPECT_EQ(read_error("global a: u32 somewhere(read)"), "line 1: an address space and an access are expected");
  EXPECT_EQ(read_error("constant a: u32 = 1u constant a: u32 = 2u"), "line 1: 'a' stands twice");
  EXPECT_EQ(read_error("entry e geometry = f"), "line 1: a stage is expected");
  EXPECT_EQ(read_error("constant a: u32 = logical_and(true, {} true)"), "line 1: a value is expected");
}

TEST(Text, EveryPrefixIsReadOrRefused) {
  for (std::size_t size = 0; size < everything.size(); ++size) {
    std::string error;
    const auto module = read(everything.substr(0, size), error);
    EXPECT_EQ(module.has_value(), error.empty());
  }
}

}  // namespace
}  // namespace yyshader::ir
