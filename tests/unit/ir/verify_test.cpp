#include "ir/verify.hpp"

#include "text_support.hpp"

namespace yyshader::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Verify, AcceptsASoundModule) {
  EXPECT_THAT(faults_of(R"(
    features f16 subgroups
    struct 组 { 甲: vec3<f32>, 乙: array<u32, 4>, 丙: bool }
    struct 出 { 处: vec4<f32> builtin(position), 彩: vec2<f16> location(0), 号: i32 location(1) flat }
    struct 计算 { 号: vec3<u32> builtin(global_invocation_id), 组内: u32 builtin(subgroup_size) }
    global 数据: array<f32> storage(read_write) group(0) binding(0)
    global 计: array<atomic<u32>> storage(read_write) group(0) binding(1)
    global 设: vec4<f32> uniform(read) group(0) binding(2)
    global 块: array<u32, 64> workgroup(read_write)
    global 图: texture_2d<f32> handle(read) group(1) binding(0)
    global 采: sampler handle(read) group(1) binding(1)
    constant 二: abstract_int = add(1, 1)
    constant 重力: vec3<f32> = construct<vec3<f32>>(0.0f, convert<f32>(^二), negate(9.8f))
    function 助(甲: f32, 乙: 组) -> f32 { let x = index(extract.1($乙), 1u) return add($甲, convert<f32>(%x)) }
    function 主(入: 计算) {
      let i = extract.0(extract.0($入))
      let 常 = add(1, 2)
      pending %0 = load(index_ref(@数据, %i))
      variable 和: f32 = 0.0f
      variable 果: f32
      loop {
        pending %1 = load(&和)
        if less(%1, 4.0f) { pending %2 = load(&和) store &和 = add(%2, 1.0f) continue } else { store &果 = 1.0f break }
      }
      pending %3 = load(&果)
      store index_ref(@数据, %i) = add(%0, %3)
      pending %5 = logical_and(true, {pending %6 = load(index_ref(@块, 0u))} less(%6, 1u))
      if %5 { pending workgroup_barrier() } else { }
      pending atomic_add(index_ref(@计, %i), array_length(@数据))
      pending subgroup_add(%i)
    }
    function 顶(序: u32 builtin(vertex_index), 色: vec2<f32> location(0)) -> 出 {
      return construct<出>(construct<vec4<f32>>(0.0f, 0.0f, 0.0f, 1.0f), convert<vec2<f16>>($色), 1i)
    }
    function 片(入: 出, 正: bool builtin(front_facing)) -> vec4<f32> location(0) {
      pending %0 = texture_sample(@图, @采, convert<vec2<f32>>(extract.1($入)))
      if $正 { pending discard() } else { }
      return %0
    }
    entry 主入口 compute(64, 1, 1) = 主
    entry 顶入口 vertex = 顶
    entry 片入口 fragment = 片
  )"),
              IsEmpty());
}

TEST(Verify, Items) {
  Module module = read_module("constant a: u32 = 1u constant b: u32 = 2u function f() { }");
  module.items[1].index = 0;
  module.items.push_back({Item::Kind::structure, 3});
  EXPECT_THAT(verify(module),
              ElementsAre("item 1: it names what stands at item 0 already", "item 3: it names nothing that exists",
                          "constant b: it stands nowhere among the items"));
}

TEST(Verify, AFunctionMayBeLeftOutWhenNothingWrittenNamesIt) {
  const auto left_out = [](std::string_view rest, std::size_t count) {
    Module module = read_module("function a() { } function b() { pending call a() } " + std::string(rest));
    module.items.erase(module.items.begin(), module.items.begin() + static_cast<std::ptrdiff_t>(count));
    return verify(module);
  };
  EXPECT_THAT(left_out("", 2), IsEmpty());
  EXPECT_THAT(left_out("", 1), ElementsAre(testing::HasSubstr("the function it calls stands later")));
  EXPECT_THAT(left_out("entry c compute(1, 1, 1) = b", 2),
              testing::Contains("entry c: its function stands nowhere among the items"));
}

TEST(Verify, ItemsStandBehindWhatTheyName) {
  EXPECT_THAT(faults_of(R"(
    struct a { x: b }
    struct b { x: u32 }
    constant c: u32 = ^d
    constant d: u32 = 1u
    function f(x: e) { pending call g() store @h = ^i }
    struct e { x: u32 }
    function g() { }
    global h: u32 workgroup(read_write)
    constant i: u32 = 1u)"),
              ElementsAre("struct a: it uses the struct b, which stands later",
                          "constant c: it uses a constant that stands later",
                          "function f: it uses the struct e, which stands later",
                          "function f: the value 0 (call): the function it calls stands later",
                          "function f: the value 1 (global): its global stands later",
                          "function f: the value 2 (constant): its constant stands later"));
}

TEST(Verify, RecursionIsAnOrderThatCannotBe) {
  EXPECT_THAT(faults_of("function f() { pending call f() }"),
              ElementsAre("function f: the value 0 (call): the function it calls stands later"));
}

TEST(Verify, Types) {
  EXPECT_THAT(faults_of("struct a { x: vec4<vec2<f32>> }"),
              ElementsAre("struct a: the member x has the type vec4<vec2<f32>>, which is no vector of 2 to 4 scalars"));
  EXPECT_THAT(faults_of("struct a { x: vec5<f32> }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: mat2x2<i32> }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: array<u32, 0> }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: array<array<u32>> }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: atomic<f32> }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: i24 }").size(), 1U);
  EXPECT_THAT(faults_of("struct a { x: sampler }"), ElementsAre("struct a: the member x can't be a sampler"));
}

TEST(Verify, TypesThatContainThemselves) {
  EXPECT_THAT(faults_of("struct a { x: b } struct b { x: array<a, 2> }"),
              testing::Contains(testing::HasSubstr("contains itself")));
  EXPECT_THAT(faults_of("struct a { x: array<u32>, y: u32 } struct b { x: u32, y: array<u32> } struct c { }").size(),
              2U);
}

TEST(Verify, Globals) {
  const auto fault = [](const std::string& declaration) {
    const auto lines = faults_of("features f16 global g: " + declaration);
    return lines.size() == 1 ? lines[0] : "no single line";
  };
  EXPECT_EQ(fault("u32 function(read)"), "global g: no global is in space function");
  EXPECT_EQ(fault("sampler storage(read)"), "global g: a texture or sampler is in space handle");
  EXPECT_EQ(fault("u32 handle(read)"), "global g: space handle is for textures and samplers");
  EXPECT_EQ(fault("array<bool, 2> storage(read)"), "global g: bool can't be in a buffer");
  EXPECT_EQ(fault("vec2<bool> uniform(read)"), "global g: bool can't be in a buffer");
  EXPECT_EQ(fault("u32 storage(write)"), "global g: a storage buffer is read or read_write");
  EXPECT_EQ(fault("array<atomic<u32>> storage(read)"), "global g: a buffer with atomics is read_write");
  EXPECT_EQ(fault("array<u32> uniform(read)"), "global g: a uniform buffer has neither atomics nor runtime arrays");
  EXPECT_EQ(fault("u32 uniform(read_write)"), "global g: a uniform buffer is read");
  EXPECT_EQ(fault("array<u32> workgroup(read_write)"), "global g: a workgroup variable has no runtime array");
  EXPECT_EQ(fault("u32 workgroup(read)"), "global g: a workgroup variable is read_write");
  EXPECT_EQ(fault("abstract_int storage(read)"), "global g: its type can't be stored");
  EXPECT_EQ(fault("texture_2d<bool> handle(read)"),
            "global g: it has the type texture_2d<bool>, which is no texture of numbers");
  EXPECT_THAT(faults_of("global a: bool workgroup(read_write)"), IsEmpty());
}

TEST(Verify, Constants) {
  EXPECT_THAT(faults_of(R"(
    global g: array<u32> storage(read) group(0) binding(0)
    constant a: u32 = array_length(@g)
    constant b: f32 = 1u
    constant c: u32 = multiply(%0 := add(1u, 2u), %0))"),
              ElementsAre("constant a: the operation array_length is no constant",
                          "constant a: the operation global is no constant", "constant b: its value is u32, not f32",
                          "constant c: the value 5 (add) is used more than once"));
}

TEST(Verify, Features) {
  EXPECT_THAT(faults_of(R"(
    global g: f16 storage(read) group(0) binding(0)
    function f(x: vec2<f16>) { pending subgroup_add(1u) })"),
              ElementsAre("global g: it uses f16, which the module's features don't name",
                          "function f: it uses f16, which the module's features don't name",
                          "function f: the value 1 (subgroup_add): the module's features don't name subgroups"));
}

TEST(Verify, Signatures) {
  EXPECT_THAT(faults_of("function f() { }"), IsEmpty());
  EXPECT_THAT(faults_of("global g: u32 storage(read) group(0) binding(0) function f(x: ptr<u32, storage, read>) { }"),
              ElementsAre("function f: the parameter x can't be a ptr<u32, storage, read>"));
  EXPECT_THAT(faults_of("function f(x: abstract_int) -> sampler { variable v: array<u32> return }"),
              testing::AllOf(testing::Contains("function f: the parameter x can't be a abstract_int"),
                             testing::Contains("function f: the variable v can't be a array<u32>"),
                             testing::Contains("function f: the result can't be a sampler")));
}

TEST(Verify, IdsInRange) {
  const std::string_view text = "function g() { } function f(x: u32) { let a = add($x, 1u) pending call g() }";
  {
    Module module = read_module(text);
    module.functions[1].values.operand_list[0] = ValueId(7);
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add): its operand is no earlier value"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[0].payload = 1;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 0 (parameter): its parameter doesn't exist"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[2].operand_count = 1;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add): it takes 2 operands, not 1"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[2].first_operand = 1;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add): its operands don't exist"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[2].type = TypeId(1000);
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add): its type doesn't exist"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[2].payload = 1;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add): its payload means nothing"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[1].payload = 2;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 1 (literal): its bits are not those of 1"));
  }
  {
    Module module = read_module(text);
    module.functions[1].values.values[3].payload = 9;
    EXPECT_THAT(verify(module), ElementsAre("function f: the value 3 (call): its function doesn't exist"));
  }
  {
    Module module = read_module(text);
    module.functions[1].blocks[0].statements[0].value = ValueId(99);
    EXPECT_THAT(verify(module), ElementsAre("function f: a statement of block 0 names what doesn't exist"));
  }
  {
    Module module = read_module(text);
    module.functions[1].body = BlockId();
    EXPECT_THAT(verify(module), testing::Contains("function f: it has no body"));
  }
  {
    Module module = read_module(text);
    module.functions[1].parameters[0].type = TypeId();
    EXPECT_THAT(verify(module), testing::Contains("function f: the parameter x has a type that doesn't exist"));
  }
}

/// Each line: an operation on wrong operands.
class VerifyOperands : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(VerifyOperands, AreRefused) {
  const std::string text = std::string(R"(
    struct s { x: u32, y: f32 }
    global data: array<f32> storage(read) group(0) binding(0)
    global half: array<vec2<u32>> storage(read) group(0) binding(0)
    global count: array<atomic<u32>> storage(read_write) group(0) binding(1)
    global tile: u32 workgroup(read_write)
    global map: texture_2d<f32> handle(read) group(0) binding(2)
    global many: texture_2d<u32> handle(read) group(0) binding(3)
    global smp: sampler handle(read) group(0) binding(4)
    function other(a: u32) -> u32 { return $a }
    function f(i: i32, u: u32, f: f32, b: bool, v2: vec2<f32>, v3: vec3<f32>, v4: vec4<f32>, u2: vec2<u32>, b2: vec2<bool>,
               m23: mat2x3<f32>, m32: mat3x2<f32>, s: s) {
      pending )") + GetParam().first +
                           "\n }";
  const auto lines = faults_of(text);
  EXPECT_THAT(lines, testing::Contains(testing::EndsWith(GetParam().second))) << testing::PrintToString(lines);
}

INSTANTIATE_TEST_SUITE_P(
    Verify, VerifyOperands,
    testing::Values(
        std::pair{"add($i, $u)", "operand 2 is u32 where i32 is wanted"},
        std::pair{"add($b, $b)", "operand 1 is bool where a scalar or vector or matrix of numbers is wanted"},
        std::pair{"multiply($m23, $m23)", "operand 1 is mat2x3<f32> where a scalar or vector of numbers is wanted"},
        std::pair{"negate($u)", "operand 1 is u32 where a scalar or vector of numbers with a sign is wanted"},
        std::pair{"sqrt($i)", "operand 1 is i32 where a scalar or vector of floats is wanted"},
        std::pair{"bit_and($f, $f)", "operand 1 is f32 where a scalar or vector of integers is wanted"},
        std::pair{"shift_left($i, $i)", "operand 2 is i32 where as many u32 is wanted"},
        std::pair{"less($b, $b)", "operand 1 is bool where a scalar or vector of numbers is wanted"},
        std::pair{"logical_and($b2, $b2)", "operand 1 is vec2<bool> where a scalar of booleans is wanted"},
        std::pair{"all($u2)", "operand 1 is vec2<u32> where a vector of booleans is wanted"},
        std::pair{"select($u, $f, $f)", "operand 1 is u32 where bool is wanted"},
        std::pair{"select($b, $f, $u)", "operand 3 is u32 where f32 is wanted"},
        std::pair{"select($b, $s, $s)", "operand 2 is s where a scalar or vector is wanted"},
        std::pair{"vector_times_scalar($v2, $u)", "operand 2 is u32 where f32 is wanted"},
        std::pair{"matrix_times_scalar($v2, $f)", "operand 1 is vec2<f32> where a matrix of floats is wanted"},
        std::pair{"matrix_times_vector($m23, $v3)", "operand 2 is vec3<f32> where a vector as long as a row is wanted"},
        std::pair{"vector_times_matrix($v2, $m23)", "operand 1 is vec2<f32> where vec3<f32> is wanted"},
        std::pair{"matrix_times_matrix($m23, $m23)",
                  "operand 2 is mat2x3<f32> where a matrix with as many rows as the first has columns is wanted"},
        std::pair{"dot($v2, $v3)", "operand 2 is vec3<f32> where vec2<f32> is wanted"},
        std::pair{"length<f32>($f)", "operand 1 is f32 where a vector of floats is wanted"},
        std::pair{"cross($v2, $v2)", "operand 1 is vec2<f32> where a vector of 3 floats is wanted"},
        std::pair{"unpack_half2($i)", "operand 1 is i32 where u32 is wanted"},
        std::pair{"pack_half2($v3)", "operand 1 is vec3<f32> where vec2<f32> is wanted"},
        std::pair{"convert<vec3<f32>>($v2)", "it can't turn vec2<f32> into vec3<f32>"},
        std::pair{"convert<abstract_int>($u)", "it can't give a abstract_int"},
        std::pair{"convert<f32>($s)", "operand 1 is s where a scalar or vector is wanted"},
        std::pair{"bitcast<vec2<f32>>($u)", "it can't reinterpret u32 as vec2<f32>"},
        std::pair{"construct<vec3<f32>>($f, $f)", "vec3<f32> has 3 parts, but 2 are given"},
        std::pair{"construct<s>($u, $u)", "operand 2 is u32 where f32 is wanted"},
        std::pair{"construct<f32>($f)", "it can't construct a f32"},
        std::pair{"extract.2<f32>($v2)", "operand 1 is vec2<f32> where a composite with part 2 is wanted"},
        std::pair{"extract.2<f32>($s)", "operand 1 is s where a composite with part 2 is wanted"},
        std::pair{"index($v2, $f)", "operand 2 is f32 where i32 or u32 is wanted"},
        std::pair{"index<f32>($f, $u)", "operand 1 is f32 where an array, vector or matrix is wanted"},
        std::pair{"load<f32>(index_ref(@data, $f))", "operand 2 is f32 where i32 or u32 is wanted"},
        std::pair{"load<f32>(member_ref.0<ptr<f32, storage, read>>(@data))",
                  "operand 1 is ptr<array<f32>, storage, read> where a pointer to a struct with member 0 is wanted"},
        std::pair{"load<f32>($f)", "operand 1 is f32 where a pointer is wanted"},
        std::pair{"load(@data)", "it can't give a array<f32>"},
        std::pair{"load(index_ref(@count, $u))", "it can't give a atomic<u32>"},
        std::pair{"load4<vec4<f32>>(@half, $u)", "where a pointer to a runtime array of 32-bit numbers is wanted"},
        std::pair{"load4(@data, $i)", "operand 2 is i32 where u32 is wanted"},
        std::pair{"array_length(@tile)", "where a pointer to a runtime array is wanted"},
        std::pair{"workgroup_uniform_load(index_ref(@data, $u))", "where a pointer to workgroup memory is wanted"},
        std::pair{"atomic_add<u32>(@tile, $u)",
                  "operand 1 is ptr<u32, workgroup, read_write> where a pointer to an atomic is wanted"},
        std::pair{"atomic_store(index_ref(@count, $u), $i)", "operand 2 is i32 where u32 is wanted"},
        std::pair{"texture_dimensions<vec2<u32>>($u)", "operand 1 is u32 where a texture is wanted"},
        std::pair{"texture_sample(@many, @smp, $v2)",
                  "operand 1 is texture_2d<u32> where a texture of f32 that can be sampled is wanted"},
        std::pair{"texture_sample(@map, $f, $v2)", "operand 2 is f32 where a sampler is wanted"},
        std::pair{"texture_sample(@map, @smp, $v3)", "operand 3 is vec3<f32> where 2 f32 coordinates is wanted"},
        std::pair{"texture_load(@map, $v2, 0)", "operand 2 is vec2<f32> where 2 integer coordinates is wanted"},
        std::pair{"texture_load(@map, $u2, $f)", "operand 3 is f32 where an integer level is wanted"},
        std::pair{"subgroup_add($v2)", "operand 1 is vec2<f32> where a scalar of 32-bit numbers is wanted"},
        std::pair{"subgroup_shuffle($f, $i)", "operand 2 is i32 where u32 is wanted"},
        std::pair{"call other($i)", "operand 1 is i32 where u32 is wanted"},
        std::pair{"call other($u, $u)", "the function has 1 parameters, but 2 arguments are given"},
        std::pair{"copy(@data)", "operand 1 is ptr<array<f32>, storage, read> where a value is wanted"},
        std::pair{"add<f32>($u, $u)", "its type is f32, which it doesn't give"}));

TEST(Verify, Entries) {
  EXPECT_THAT(
      faults_of(R"(
    global w: u32 workgroup(read_write)
    global t: texture_2d<f32> handle(read) group(0) binding(0)
    global s: sampler handle(read) group(0) binding(1)
    struct o { p: vec4<f32> builtin(position), i: u32 location(0), j: u32 location(0) flat }
    struct q { x: u32 }
    function wide() { let x = load(@w) }
    function a(x: u32, y: q, z: u32 builtin(vertex_index)) -> u32 { return $x }
    function b(x: vec2<f32> location(0), y: mat2x2<f32> location(0), z: f32 builtin(vertex_index)) { pending call wide() }
    function c(x: o, p: vec4<f32> builtin(position)) -> f32 builtin(frag_depth) { return 1.0f }
    function d(x: u32 builtin(subgroup_size)) { pending texture_sample(@t, @s, construct<vec2<f32>>(0.0f, 0.0f)) }
    entry ea compute(1, 0, 1) = a
    entry eb vertex = b
    entry ec fragment = c
    entry ed compute(1, 1, 1) = d)"),
      ElementsAre("entry ea: the parameter x has neither a builtin nor a location",
                  "entry ea: the parameter y's member x has neither a builtin nor a location",
                  "entry ea: the parameter z has the builtin vertex_index, which is no input of this stage",
                  "entry ea: a compute entry has a result", "entry ea: the result has neither a builtin nor a location",
                  "entry ea: its workgroup is empty", "entry eb: the input location 0 stands twice",
                  "entry eb: the parameter y is a mat2x2<f32>, which has no location",
                  "entry eb: the parameter z has the builtin vertex_index, but is a f32",
                  "entry eb: a vertex entry gives no position",
                  "entry eb: it reaches a barrier or workgroup memory, which only a compute entry may",
                  "entry ec: the parameter x's member i is of integers, so its interpolation must be flat",
                  "entry ec: the input location 0 stands twice", "entry ec: the builtin position stands twice",
                  "entry ed: the module's features don't name subgroups",
                  "entry ed: it reaches a sampled texture or discard, which only a fragment entry may"));
}

TEST(Verify, FunctionsOfEntries) {
  EXPECT_THAT(faults_of(R"(
    function f(x: u32 builtin(local_invocation_index)) { }
    function g() { }
    function h() { pending call g() }
    entry e compute(1, 1, 1) = g)"),
              ElementsAre("function h: the value 0 (call): the function of an entry is called",
                          "function f: it has interface bindings, but no entry"));
  Module module = read_module("function f() { } function g() { } entry e compute(1, 1, 1) = f");
  module.entries[0].function = FunctionId(1);
  EXPECT_THAT(verify(module), ElementsAre("function f: its entry is another function's or doesn't exist",
                                          "entry e: its function names another entry"));
  module.entries[0].function = FunctionId(2);
  EXPECT_THAT(verify(module), testing::Contains("entry e: its function doesn't exist"));
}

}  // namespace
}  // namespace yyshader::ir
