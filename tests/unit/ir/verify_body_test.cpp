#include "text_support.hpp"

namespace yyshader::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> body_faults(const std::string& body, bool forwarded = false) {
  return faults_of(R"(
    global g: array<u32> storage(read_write) group(0) binding(0)
    global r: u32 storage(read) group(0) binding(1)
    function h() { }
    function k(x: u32) -> u32 { return $x }
    function f(p: u32, c: bool) -> u32 {)" +
                       body + "}",
                   forwarded);
}

TEST(VerifyBody, PartsAreUsedOnce) {
  EXPECT_THAT(body_faults("let a = multiply(%0 := add($p, 1u), %0) return %a"),
              ElementsAre("function f: the value 2 (add) is used more than once"));
  EXPECT_THAT(body_faults("pending %0 = load(@r) let a = add(%0, %0) return %a"),
              ElementsAre("function f: the value 1 (load) is used more than once"));
  EXPECT_THAT(body_faults("let a = load(@r) let b = add(%a, %a) return add(%b, %b)"), IsEmpty());
}

TEST(VerifyBody, EffectsAreEvaluatedOnce) {
  EXPECT_THAT(body_faults("return load(@r)"),
              ElementsAre("function f: the value 1 (load) has effects, but no statement evaluates it"));
  EXPECT_THAT(body_faults("pending %0 = load(@r) let a = %0 return 1u"),
              testing::Contains("function f: the value 1 (load) is named or evaluated by two statements"));
  EXPECT_THAT(body_faults("let a = 1u let b = %a return 1u"),
              ElementsAre("function f: the value 0 (literal, a) is named or evaluated by two statements"));
  EXPECT_THAT(body_faults("pending add($p, 1u) return 1u"),
              ElementsAre("function f: the value 2 (add) is evaluated, but is pure"));
}

TEST(VerifyBody, NamesHoldPlainValues) {
  EXPECT_THAT(body_faults("let a = @r return 1u"),
              ElementsAre("function f: a let names the value 0 (global, a), a ptr<u32, storage, read>"));
  EXPECT_THAT(body_faults("let a = call h() return 1u"),
              ElementsAre("function f: a let names the value 0 (call, a), a void"));
  EXPECT_THAT(body_faults("let a = 1 let b = add(%a, 2) return convert<u32>(%b)"), IsEmpty());
}

TEST(VerifyBody, ScopesEndWithTheirBlocks) {
  EXPECT_THAT(body_faults("if $c { let a = 1u } else { } return %a"),
              ElementsAre("function f: the value 1 (literal, a) is used where it can't be seen"));
  EXPECT_THAT(body_faults("if $c { variable v: u32 = 1u } else { store &v = 2u } return 1u"),
              ElementsAre("function f: the variable 0 v is used where it can't be seen"));
  EXPECT_THAT(body_faults("let a = 1u loop { if $c { return %a } else { break } } return %a"), IsEmpty());
  EXPECT_THAT(body_faults("loop { let a = 1u break } return %a"),
              ElementsAre("function f: the value 0 (literal, a) is used where it can't be seen"));
}

TEST(VerifyBody, UsesStandBehindTheirStatement) {
  Module module = read_module("function f() -> u32 { let a = add(1u, 2u) let b = copy(%a) return %b }");
  auto& statements = module.functions[0].blocks[0].statements;
  std::swap(statements[0], statements[1]);
  EXPECT_THAT(verify(module), ElementsAre("function f: the value 2 (add, a) is used where it can't be seen"));
}

TEST(VerifyBody, BlocksStandOnce) {
  Module module = read_module("function f() { if true { } else { } }");
  auto& branch = module.functions[0].blocks[0].statements[0];
  branch.second = branch.first;
  EXPECT_THAT(verify(module), ElementsAre("function f: the block 1 stands at two places"));
  branch.second = module.functions[0].body;
  EXPECT_THAT(verify(module), ElementsAre("function f: the block 0 stands at two places"));
  branch.second = BlockId(9);
  EXPECT_THAT(verify(module), ElementsAre("function f: a statement of block 0 names what doesn't exist"));
}

TEST(VerifyBody, Variables) {
  EXPECT_THAT(body_faults("variable v: u32 = 1.0f return 1u"),
              ElementsAre("function f: the variable 0 v is a u32, but starts as a f32"));
  EXPECT_THAT(body_faults("variable v: u32 = 1u store &v = 1.0f return 1u"),
              ElementsAre("function f: a store writes a f32 to a ptr<u32, function, read_write>"));
  EXPECT_THAT(body_faults("store @r = 1u return 1u"),
              ElementsAre("function f: a store goes to ptr<u32, storage, read>, no place that can be written"));
  EXPECT_THAT(body_faults("store $p = 1u return 1u"),
              ElementsAre("function f: a store goes to u32, no place that can be written"));
  Module module = read_module("function f() { variable v: u32 variable w: u32 }");
  module.functions[0].blocks[0].statements[1].local = LocalId(0);
  EXPECT_THAT(verify(module), ElementsAre("function f: the variable 0 v is declared twice"));
}

TEST(VerifyBody, VariablesAreStoredToBeforeTheyAreRead) {
  const std::string fault = "function f: the variable 0 v is read before it is stored to";
  EXPECT_THAT(body_faults("variable v: u32 pending %0 = load(&v) return %0"), ElementsAre(fault));
  EXPECT_THAT(body_faults("variable v: u32 store &v = 1u pending %0 = load(&v) return %0"), IsEmpty());
  EXPECT_THAT(body_faults("variable v: u32 if $c { store &v = 1u } else { } pending %0 = load(&v) return %0"),
              ElementsAre(fault));
  EXPECT_THAT(body_faults("variable v: u32 if $c { } else { store &v = 1u } pending %0 = load(&v) return %0"),
              ElementsAre(fault));
  EXPECT_THAT(
      body_faults("variable v: u32 if $c { store &v = 1u } else { store &v = 2u } pending %0 = load(&v) return %0"),
      IsEmpty());
  EXPECT_THAT(body_faults("variable v: u32 if $c { store &v = 1u } else { return 1u } pending %0 = load(&v) return %0"),
              IsEmpty());
  EXPECT_THAT(body_faults("variable v: u32 if $c { return 1u } else { store &v = 1u } pending %0 = load(&v) return %0"),
              IsEmpty());
  EXPECT_THAT(body_faults(R"(variable v: u32
      loop { if $c { store &v = 1u break } else { store &v = 2u if $c { continue } else { break } } }
      pending %0 = load(&v) return %0)"),
              IsEmpty());
  EXPECT_THAT(body_faults(R"(variable v: u32
      loop { if $c { break } else { store &v = 2u break } } pending %0 = load(&v) return %0)"),
              ElementsAre(fault));
  EXPECT_THAT(body_faults("variable v: u32 loop { store &v = 1u continue } pending %0 = load(&v) return %0"),
              IsEmpty());
}

TEST(VerifyBody, Flow) {
  EXPECT_THAT(body_faults("break"), testing::Contains("function f: a break stands outside of a loop"));
  EXPECT_THAT(body_faults("if $c { continue } else { } return 1u"),
              ElementsAre("function f: a continue stands outside of a loop"));
  EXPECT_THAT(body_faults("loop { if $c { break } else { } } return 1u"),
              ElementsAre("function f: a loop's body falls off its end"));
  EXPECT_THAT(body_faults("loop { if $c { break } else { continue } } return 1u"), IsEmpty());
  EXPECT_THAT(body_faults("return 1u pending call h()"),
              ElementsAre("function f: a statement stands behind one that leaves its block"));
  EXPECT_THAT(body_faults("if $c { return 1u } else { return 2u } return 3u"),
              ElementsAre("function f: a statement stands behind one that leaves its block"));
}

TEST(VerifyBody, EveryPathReturns) {
  const std::string fault = "function f: a path reaches its end without returning a u32";
  EXPECT_THAT(body_faults(""), ElementsAre(fault));
  EXPECT_THAT(body_faults("if $c { return 1u } else { }"), ElementsAre(fault));
  EXPECT_THAT(body_faults("loop { if $c { return 1u } else { break } }"), ElementsAre(fault));
  EXPECT_THAT(body_faults("loop { if $c { return 1u } else { continue } }"), IsEmpty());
  EXPECT_THAT(body_faults("return"), ElementsAre("function f: it returns without a value"));
  EXPECT_THAT(body_faults("return $c"), ElementsAre("function f: it returns a bool, not a u32"));
  EXPECT_THAT(faults_of("function f() { return 1u }"),
              ElementsAre("function f: it returns a value, but has no result"));
  EXPECT_THAT(body_faults("if $p { } else { } return 1u"),
              ElementsAre("function f: the condition of an `if` is u32, not bool"));
}

TEST(VerifyBody, ShortCircuits) {
  EXPECT_THAT(
      body_faults("pending %0 = logical_and($c, {pending %1 = load(@r)} less(%1, 2u)) if %0 { } else { } return 1u"),
      IsEmpty());
  EXPECT_THAT(
      body_faults("pending %1 = load(@r) let a = logical_and($c, less(%1, 2u)) return 1u"),
      ElementsAre("function f: the value 1 (load) is evaluated outside of the right side of a short circuit that "
                  "uses it"));
  EXPECT_THAT(body_faults("variable v: u32 = 1u pending %1 = load(&v) let a = logical_and($c, less(%1, 2u)) return 1u"),
              IsEmpty());
  EXPECT_THAT(body_faults("if logical_and($c, {pending %1 = load(@r)} less(%1, 2u)) { } else { } return 1u"),
              testing::Contains("function f: the value 5 (logical_and) has effects, but no statement evaluates it"));
  EXPECT_THAT(body_faults("let a = logical_and($c, {let b = load(@r)} less(%b, 2u)) return 1u"),
              ElementsAre("function f: the right side of a short circuit holds a statement that is no evaluation"));
  EXPECT_THAT(body_faults("let a = logical_and($c, {pending %1 = load(@r)} less(%1, 2u)) return %1"),
              ElementsAre("function f: the value 2 (load) is used more than once",
                          "function f: the value 2 (load) is used where it can't be seen"));
}

TEST(VerifyBody, Forms) {
  EXPECT_THAT(body_faults("pending %0 = load(@r) return %0", true),
              ElementsAre("function f: the value 1 (load) is still pending"));
  EXPECT_THAT(body_faults("inlined %0 = load(@r) return %0", true), IsEmpty());
  EXPECT_THAT(body_faults("inlined load(@r) return 1u", true),
              ElementsAre("function f: the value 1 (load) is inlined, but nothing uses it"));
  EXPECT_THAT(body_faults("dropped load(@r) statement call h() return 1u", true), IsEmpty());
  EXPECT_THAT(body_faults("dropped %0 = load(@r) return %0", true),
              ElementsAre("function f: the value 1 (load) is dropped, but is used"));
  EXPECT_THAT(body_faults("dropped call h() return 1u", true),
              ElementsAre("function f: the value 0 (call) is dropped, but gives nothing"));
  EXPECT_THAT(body_faults("statement load(@r) return 1u", true),
              ElementsAre("function f: the value 1 (load) is a statement, but gives a value"));
  EXPECT_THAT(body_faults("inlined %0 = load(@r) loop { return %0 }", true),
              ElementsAre("function f: the value 1 (load) is inlined into a statement of another block"));
}

}  // namespace
}  // namespace yyshader::ir
