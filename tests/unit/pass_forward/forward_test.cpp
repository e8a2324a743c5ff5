// Which effects are written where they are used, and which are named before (spec 1.8): one question a test.

#include "forward_support.hpp"

namespace yyshader::pass {
namespace {

TEST(Forward, AReadGoesIntoTheStoreThatUsesIt) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    store index_ref(@a, $i) = add(%0, 1u)
    return 0u)"),
            R"(
  inlined %0 = load(index_ref(@a, $i))
  store index_ref(@a, $i) = add(%0, 1u)
  return 0u
)");
}

TEST(Forward, AReadBeforeAWriteOfTheSameIsNamed) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    store index_ref(@a, 0u) = 1u
    return %0)"),
            R"(
  let %0 = load(index_ref(@a, $i))
  store index_ref(@a, 0u) = 1u
  return %0
)");
}

TEST(Forward, DifferentGlobalsDoNotAlias) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    store index_ref(@b, 0u) = 1u
    store @w = 2u
    return %0)"),
            R"(
  inlined %0 = load(index_ref(@a, $i))
  store index_ref(@b, 0u) = 1u
  store @w = 2u
  return %0
)");
}

TEST(Forward, WhatCannotChangeIsNeverNamed) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@r, $i))
    pending %1 = texture_load(@t, construct<vec2<u32>>($i, $i), 0)
    pending workgroup_barrier()
    pending %2 = call writes_a($i)
    if $c { store index_ref(@b, %2) = 1u } else { }
    return add(%0, convert<u32>(extract.0(%1))))"),
            R"(
  inlined %0 = load(index_ref(@r, $i))
  inlined %1 = texture_load(@t, construct<vec2<u32>>($i, $i), 0)
  statement workgroup_barrier()
  let %2 = call writes_a($i)
  if $c {
    store index_ref(@b, %2) = 1u
  } else {
  }
  return add(%0, convert<u32>(extract.0(%1)))
)");
}

TEST(Forward, CallsConflictByWhatTheyReach) {
  EXPECT_EQ(forwarded("pending %0 = call reads_a(1u) pending %1 = call writes_a_deep(2u) pending %2 = call two(%0, %1) "
                      "return %2"),
            R"(
  let %0 = call reads_a(1u)
  inlined %1 = call writes_a_deep(2u)
  inlined %2 = call two(%0, %1)
  return %2
)");
  EXPECT_EQ(forwarded("pending %0 = call reads_a(1u) pending %1 = call writes_b(2u) pending %2 = call two(%0, %1) "
                      "return %2"),
            R"(
  inlined %0 = call reads_a(1u)
  inlined %1 = call writes_b(2u)
  inlined %2 = call two(%0, %1)
  return %2
)");
  EXPECT_EQ(forwarded("pending %0 = call reads_r(1u) pending %1 = call writes_a(2u) pending %2 = call pure(3u) "
                      "return add(%0, add(%1, %2))"),
            R"(
  inlined %0 = call reads_r(1u)
  inlined %1 = call writes_a(2u)
  inlined %2 = call pure(3u)
  return add(%0, add(%1, %2))
)");
}

TEST(Forward, OfTwoWritesTheEarlierIsNamed) {
  EXPECT_EQ(forwarded("pending %0 = atomic_add(index_ref(@n, 0u), 1u) pending %1 = atomic_add(index_ref(@n, $i), 2u) "
                      "return subtract(%0, %1)"),
            R"(
  let %0 = atomic_add(index_ref(@n, 0u), 1u)
  inlined %1 = atomic_add(index_ref(@n, $i), 2u)
  return subtract(%0, %1)
)");
}

TEST(Forward, AWriteBeforeAReadOfTheSameIsNamed) {
  EXPECT_EQ(forwarded("pending %0 = call writes_a(0u) pending %1 = load(index_ref(@a, 0u)) return add(%1, %0)"),
            R"(
  let %0 = call writes_a(0u)
  inlined %1 = load(index_ref(@a, 0u))
  return add(%1, %0)
)");
}

TEST(Forward, AnOperandComesBeforeWhatUsesIt) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    pending %1 = call writes_a(%0)
    pending %2 = call writes_a(%1)
    return %2)"),
            R"(
  inlined %0 = load(index_ref(@a, $i))
  inlined %1 = call writes_a(%0)
  inlined %2 = call writes_a(%1)
  return %2
)");
}

TEST(Forward, WhatIsInlinedLivesWithItsUser) {
  // The call only reads r, but its argument reads a: the store to a names the call.
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    pending %1 = call reads_r(%0)
    store index_ref(@a, 0u) = 1u
    return %1)"),
            R"(
  inlined %0 = load(index_ref(@a, $i))
  let %1 = call reads_r(%0)
  store index_ref(@a, 0u) = 1u
  return %1
)");
}

TEST(Forward, VariablesAreReadByNameUnlessAnAssignmentStandsBetween) {
  EXPECT_EQ(forwarded(R"(
    variable v: u32 = 0u
    variable u: u32 = 0u
    loop {
      pending %0 = load(&v)
      if less(%0, 8u) {
        pending %1 = load(&v)
        pending %2 = load(&u)
        store &u = add(%1, 1u)
        store &v = %2
        continue
      } else { break }
    }
    pending %3 = load(&v)
    pending %4 = load(&u)
    store &v = 1u
    return add(%3, %4))"),
            R"(
  variable v: u32 = 0u
  variable u: u32 = 0u
  loop {
    inlined %0 = load(&v)
    if less(%0, 8u) {
      inlined %1 = load(&v)
      let %2 = load(&u)
      store &u = add(%1, 1u)
      store &v = %2
      continue
    } else {
      break
    }
  }
  let %3 = load(&v)
  inlined %4 = load(&u)
  store &v = 1u
  return add(%3, %4)
)");
}

TEST(Forward, CallsDoNotReachVariables) {
  EXPECT_EQ(forwarded("variable v: u32 = 0u pending %0 = load(&v) pending %1 = call writes_a(1u) return add(%0, %1)"),
            R"(
  variable v: u32 = 0u
  inlined %0 = load(&v)
  inlined %1 = call writes_a(1u)
  return add(%0, %1)
)");
}

TEST(Forward, NestedBlocksConflictWithWhatSurroundsThem) {
  EXPECT_EQ(forwarded(R"(
    variable v: u32
    pending %0 = load(index_ref(@a, $i))
    pending %1 = load(index_ref(@b, $i))
    if $c { store index_ref(@a, 0u) = 1u store &v = 1u } else { store &v = 2u }
    pending %2 = load(&v)
    return add(add(%0, %1), %2))"),
            R"(
  variable v: u32
  let %0 = load(index_ref(@a, $i))
  inlined %1 = load(index_ref(@b, $i))
  if $c {
    store index_ref(@a, 0u) = 1u
    store &v = 1u
  } else {
    store &v = 2u
  }
  inlined %2 = load(&v)
  return add(add(%0, %1), %2)
)");
}

TEST(Forward, NothingMovesIntoAnotherBlock) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@r, $i))
    pending %1 = load(index_ref(@r, 0u))
    loop { if $c { return %0 } else { store @w = %1 break } }
    return 0u)"),
            R"(
  let %0 = load(index_ref(@r, $i))
  let %1 = load(index_ref(@r, 0u))
  loop {
    if $c {
      return %0
    } else {
      store @w = %1
      break
    }
  }
  return 0u
)");
}

TEST(Forward, AConditionIsEvaluatedBeforeItsBlocks) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(@w)
    if less(%0, 2u) { store @w = 3u } else { }
    return 0u)"),
            R"(
  inlined %0 = load(@w)
  if less(%0, 2u) {
    store @w = 3u
  } else {
  }
  return 0u
)");
}

TEST(Forward, BarriersConflictWithMemoryAndWithEachOther) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(@w)
    pending %1 = load(index_ref(@a, $i))
    pending %2 = load(index_ref(@r, $i))
    pending workgroup_barrier()
    pending storage_barrier()
    return add(%0, add(%1, %2)))"),
            R"(
  let %0 = load(@w)
  let %1 = load(index_ref(@a, $i))
  inlined %2 = load(index_ref(@r, $i))
  statement workgroup_barrier()
  statement storage_barrier()
  return add(%0, add(%1, %2))
)");
  EXPECT_EQ(forwarded("pending %0 = workgroup_uniform_load(@w) pending %1 = call waits() return add(%0, %1)"),
            R"(
  let %0 = workgroup_uniform_load(@w)
  inlined %1 = call waits()
  return add(%0, %1)
)");
  EXPECT_EQ(
      forwarded("pending %0 = workgroup_uniform_load(@w) pending %1 = load(index_ref(@a, 0u)) return add(%0, %1)"),
      R"(
  let %0 = workgroup_uniform_load(@w)
  inlined %1 = load(index_ref(@a, 0u))
  return add(%0, %1)
)");
  EXPECT_EQ(forwarded("pending %0 = load(index_ref(@b, 0u)) pending %1 = call waits() return add(%0, %1)"),
            R"(
  let %0 = load(index_ref(@b, 0u))
  inlined %1 = call waits()
  return add(%0, %1)
)");
}

TEST(Forward, DiscardKeepsItsPlace) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, 0u))
    pending %1 = load(index_ref(@r, 0u))
    pending %2 = subgroup_add($i)
    pending %3 = atomic_add(index_ref(@n, 0u), 1u)
    pending discard()
    return add(add(%0, %1), add(%2, %3)))"),
            R"(
  let %0 = load(index_ref(@a, 0u))
  inlined %1 = load(index_ref(@r, 0u))
  let %2 = subgroup_add($i)
  let %3 = atomic_add(index_ref(@n, 0u), 1u)
  statement discard()
  return add(add(%0, %1), add(%2, %3))
)");
}

TEST(Forward, GroupOperationsKeepTheirPlace) {
  EXPECT_EQ(forwarded("pending %0 = subgroup_add($i) pending %1 = subgroup_max($i) return add(%0, %1)"), R"(
  inlined %0 = subgroup_add($i)
  inlined %1 = subgroup_max($i)
  return add(%0, %1)
)");
  EXPECT_EQ(forwarded(R"(
    pending %0 = subgroup_add($i)
    if $c { store @w = 1u } else { }
    pending %1 = subgroup_add($i)
    pending workgroup_barrier()
    return add(%0, %1))"),
            R"(
  let %0 = subgroup_add($i)
  if $c {
    store @w = 1u
  } else {
  }
  let %1 = subgroup_add($i)
  statement workgroup_barrier()
  return add(%0, %1)
)");
  EXPECT_EQ(forwarded("pending %0 = subgroup_add($i) store index_ref(@a, 0u) = 1u return %0"), R"(
  inlined %0 = subgroup_add($i)
  store index_ref(@a, 0u) = 1u
  return %0
)");
}

TEST(Forward, WritesDoNotPassAWayOut) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = atomic_add(index_ref(@n, 0u), 1u)
    pending %1 = load(index_ref(@a, $i))
    if $c { return 1u } else { }
    return add(%0, %1))"),
            R"(
  let %0 = atomic_add(index_ref(@n, 0u), 1u)
  inlined %1 = load(index_ref(@a, $i))
  if $c {
    return 1u
  } else {
  }
  return add(%0, %1)
)");
}

TEST(Forward, APartThatSomeTargetEvaluatesOnDemandHoldsOnlyReads) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = atomic_add(index_ref(@n, 0u), 1u)
    pending %1 = load(index_ref(@a, 0u))
    pending %2 = call writes_b(%1)
    pending %3 = subgroup_add(4u)
    pending %4 = load(index_ref(@a, 1u))
    return select(less(%0, 3u), add(%2, %3), %4))"),
            R"(
  inlined %0 = atomic_add(index_ref(@n, 0u), 1u)
  inlined %1 = load(index_ref(@a, 0u))
  let %2 = call writes_b(%1)
  let %3 = subgroup_add(4u)
  inlined %4 = load(index_ref(@a, 1u))
  return select(less(%0, 3u), add(%2, %3), %4)
)");
}

TEST(Forward, WhatNothingUsesIsDroppedOrAStatement) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@b, $i))
    pending call writes_a(%0)
    pending atomic_add(index_ref(@n, 0u), 1u)
    pending atomic_store(index_ref(@n, 0u), 1u)
    pending workgroup_barrier()
    return 0u)"),
            R"(
  inlined %0 = load(index_ref(@b, $i))
  dropped call writes_a(%0)
  dropped atomic_add(index_ref(@n, 0u), 1u)
  statement atomic_store(index_ref(@n, 0u), 1u)
  statement workgroup_barrier()
  return 0u
)");
}

TEST(Forward, LetsEvaluateAtTheirPlace) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    let x = add(%0, 1u)
    let y = call writes_a(0u)
    return add(%x, %y))"),
            R"(
  inlined %0 = load(index_ref(@a, $i))
  let x = add(%0, 1u)
  let y = call writes_a(0u)
  return add(%x, %y)
)");
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    let y = call writes_a(0u)
    return add(%0, %y))"),
            R"(
  let %0 = load(index_ref(@a, $i))
  let y = call writes_a(0u)
  return add(%0, %y)
)");
}

TEST(Forward, AnIndexIsEvaluatedBeforeTheStoredValue) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, $i))
    pending %1 = call writes_a(1u)
    store index_ref(@b, %0) = %1
    return 0u)"),
            R"(
  let %0 = load(index_ref(@a, $i))
  inlined %1 = call writes_a(1u)
  store index_ref(@b, %0) = %1
  return 0u
)");
}

}  // namespace
}  // namespace yyshader::pass
