#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "backend/ptx/builder.hpp"
#include "backend/ptx/program.hpp"

namespace yyshader::backend::ptx {

/// Memory, or a variable that lives in registers: what a pointer of the program points at.
struct Place {
  Space space = Space::none;  ///< none: a variable in registers, from `slot` on
  std::uint32_t region = 0;
  Id base = no_id;          ///< address register; 32 bits in shared memory, else 64
  std::int64_t offset = 0;  ///< in bytes, besides
  std::uint32_t slot = 0;
  bool is_safe = false;  ///< may be read whether or not the program comes here
  std::optional<ir::GlobalId> global;
};

/// What a value of the program has become.
struct Lowered {
  enum class Kind : std::uint8_t { none, registers, place } kind = Kind::none;
  std::uint32_t first = 0;  ///< registers: in the lowering's list of components
  std::uint32_t count = 0;
  Place place;  ///< of a pointer; or where the value still lies unread, which nothing changes before its use
  std::optional<Place> home;               ///< registers: the same value in memory, for computed indices
  std::optional<ir::ConstantId> constant;  ///< registers: of this module constant
};

/// Lowers one entry, or one function that is not expanded, to machine instructions: structured control flow becomes
/// blocks, variables become values joined by phis.
class Lowering {
 public:
  Lowering(Program& program, Procedure& procedure);

  void entry(ir::EntryId id);
  void function(ir::FunctionId id);

 private:
  static constexpr BlockIndex prologue = 0;

  /// An expansion of a function, or the module's constants.
  struct Instance {
    const ir::Function* function = nullptr;
    ir::FunctionId id;
    const ir::ValuePool* pool = nullptr;
    const std::vector<bool>* named = nullptr;
    const FunctionFacts* facts = nullptr;
    std::vector<Lowered> values;
    std::vector<Place> locals;
    std::vector<Lowered> parameters;
  };
  /// A way out of a piece of code: the open block it comes from, and what variables have become.
  struct Change {
    std::uint32_t slot;
    Id value;
  };
  struct Edge {
    BlockIndex from = no_block;
    std::vector<Change> changes;
  };
  /// Where a piece of code begins that has several ways out: what its ways out may differ in.
  struct Fork {
    std::size_t mark = 0;     ///< of the log
    std::uint32_t slots = 0;  ///< variables from here on belong to the piece alone
  };
  struct Loop {
    Fork fork;
    std::vector<Edge> breaks;
    std::vector<Edge> continues;
  };
  struct Return {
    std::uint32_t first_slot = 0;
    std::uint32_t count = 0;
    std::vector<Edge> edges;
  };
  struct LoopForm;

  // lowering.cpp: entries, functions, variables.
  Lowered input(ir::TypeId type, const ir::InterfaceBinding& binding);
  Id builtin(ir::Builtin which, std::uint32_t component);
  Id local_index();
  void zero_workgroup_memory(const std::vector<ir::GlobalId>& variables);
  std::uint32_t add_formal(std::string name, Type type);
  void prepare_formals(const std::vector<ir::GlobalId>& globals, const std::vector<ir::GlobalId>& sized);
  void finish();
  std::uint32_t new_slots(std::uint32_t count);
  void assign(std::uint32_t slot, Id value);
  void restore(std::size_t mark);
  Fork fork() const { return {log_.size(), static_cast<std::uint32_t>(slots_.size())}; }
  Edge edge_since(Fork fork);
  /// Goes on where the edges meet, with phis where they differ; nothing is reachable when there are none.
  void join(std::vector<Edge>& edges);
  void start(BlockIndex block);
  bool is_reachable() const { return b_.block() != no_block; }
  /// Makes values in the block that stands before all others, so that they can be used everywhere.
  template <typename Make>
  auto in_prologue(Make make) {
    const BlockIndex here = b_.block();
    const bool was_isolated = is_isolated_;
    is_isolated_ = true;
    b_.set_block(prologue);
    b_.set_isolated(true);
    auto result = make();
    is_isolated_ = was_isolated;
    b_.set_isolated(was_isolated);
    b_.set_block(here);
    return result;
  }
  void enter_instance(Instance& instance);

  // lower_statements.cpp
  void block(ir::BlockId id);
  void statements(const std::vector<ir::Statement>& list, std::size_t count);
  void statement(const ir::Statement& statement);
  void let(const ir::Statement& statement);
  void variable(const ir::Statement& statement);
  void branch(const ir::Statement& statement);
  bool flatten(const ir::Statement& statement, Id condition);
  int speculation_cost(ir::BlockId block, int budget, int depth);
  int speculation_cost(ir::ValueId value, int budget);
  bool ends_with_value(ir::BlockId block) const;
  void return_value(ir::ValueId value);

  // lower_loop.cpp
  void loop(const ir::Statement& statement);
  std::optional<LoopForm> rotated_form(ir::BlockId body);
  bool continues(ir::BlockId block) const;
  Id head(const LoopForm& form);
  std::uint32_t trips(const LoopForm& form, ir::BlockId body, Id first_condition);
  std::uint64_t body_weight(ir::BlockId body);
  void plain_loop(ir::BlockId body, Loop& frame);
  void rotated_loop(const LoopForm& form, ir::BlockId body, Loop& frame, Id condition);
  std::vector<std::uint32_t> loop_slots(ir::BlockId body);
  std::vector<Id> make_phis(const std::vector<std::uint32_t>& slots);

  // lower_values.cpp
  Lowered value(ir::ValueId id);     ///< what it has become when a statement has evaluated it, else `evaluate`
  Lowered evaluate(ir::ValueId id);  ///< here and now
  Id scalar(ir::ValueId id);
  Lowered compute(ir::ValueId id);
  Lowered short_circuit(ir::ValueId id);
  Lowered literal(const ir::Value& value);
  void find_constant(ir::ConstantId id);
  Lowered construct(ir::ValueId id);
  Lowered extract(ir::ValueId id);
  Lowered index(ir::ValueId id);
  Lowered select(ir::ValueId id);
  Lowered constant(ir::ConstantId id);
  Lowered call(ir::ValueId id);
  Lowered expand_call(ir::FunctionId callee, std::vector<Lowered> arguments);
  Lowered outlined_call(ir::FunctionId callee, const std::vector<Lowered>& arguments);
  const Lowered& operand(ir::ValueId id) const { return instance_->values[id.index()]; }
  ir::TypeId type_of(ir::ValueId id) const { return (*instance_->pool)[id].type; }
  Lowered make(std::span<const Id> components);
  Lowered make(Id component) { return make(std::span<const Id>(&component, 1)); }
  std::vector<Id> list(const Lowered& value, ir::TypeId type);
  Lowered in_registers(const Lowered& value, ir::TypeId type);
  std::vector<Id> operand_list(ir::ValueId id) { return list(operand(id), type_of(id)); }
  Id operand_scalar(ir::ValueId id);
  void spill_indexed_parameters(Instance& instance);
  Id size_in_bytes(ir::GlobalId global);
  Lowered spill(const Lowered& value, ir::TypeId type);

  // lower_arithmetic.cpp
  std::vector<Id> arithmetic(ir::ValueId id);
  Id binary(ir::Op op, Type type, Id a, Id b);
  Id unary(ir::Op op, Type type, Id a);
  Id ternary(ir::Op op, Type type, Id a, Id b, Id c);
  Id comparison(ir::Op op, Type type, Id a, Id b);
  Id divide(Type type, Id a, Id b);
  Id remainder(Type type, Id a, Id b);
  Id safe_divisor(Type type, Id a, Id b);
  Id shift(ir::Op op, Type type, Id a, Id amount);
  Id minimum(Type type, Id a, Id b);
  Id maximum(Type type, Id a, Id b);
  Id sum_of_products(Type type, std::span<const Id> a, std::span<const Id> b);
  Id convert(Type to, Type from, Id value);
  Id float_to_integer(Type to, Type from, Id value);
  std::vector<Id> bitcast(ir::ValueId id);
  std::vector<Id> matrix_product(ir::ValueId id);
  Id abstract_operation(ir::Op op, Type type, Id a, Id b);
  Id abstract_conversion(Type to, Type from, Id value);
  std::vector<Id> geometry(ir::ValueId id);
  Id one(Type type);
  Id sign(Type type, Id a);
  Id through_f32(Type type, Id a) {
    return type == Type::f16 ? b_.convert(Type::f32, Type::f16, Rounding::none, a) : a;
  }
  Id from_f32(Type type, Id a) { return type == Type::f16 ? b_.convert(Type::f16, Type::f32, Rounding::rn, a) : a; }
  Id half_of(Id word, unsigned index);

  // lower_math.cpp: functions of f32
  Id number(float value) { return b_.f32(value); }
  Id add(Id a, Id b) { return b_.emit(Opcode::add, Type::f32, {a, b}); }
  Id sub(Id a, Id b) { return b_.emit(Opcode::sub, Type::f32, {a, b}); }
  Id mul(Id a, Id b) { return b_.emit(Opcode::mul, Type::f32, {a, b}); }
  Id fused(Id a, Id b, Id c) { return b_.emit(Opcode::fma, Type::f32, {a, b, c}); }
  Id polynomial(std::span<const std::uint32_t> coefficients, Id x);
  std::optional<Id> math(ir::Op op, Id x);
  Id exponential(Id x);
  Id arc_sine_core(Id x, Id square);
  Id arc_sine(Id x);
  Id arc_cosine(Id x);
  Id arc_tangent_core(Id x);
  Id arc_tangent(Id x);
  Id arc_tangent2(Id y, Id x);
  Id hyperbolic_sine(Id x);
  Id hyperbolic_cosine(Id x);
  Id hyperbolic_tangent(Id x);
  Id copy_sign(Id magnitude, Id sign);
  Id power(Id x, Id y);

  // lower_memory.cpp
  Place place_of_global(ir::GlobalId id);
  Place local_memory(ir::TypeId type);
  Lowered reference(ir::ValueId id);
  Place part_place(const Place& whole, ir::TypeId type, std::uint64_t index);
  Place element_place(const Place& whole, ir::TypeId type, Id index);
  Id load_leaf(const Place& place, const Leaf& leaf, std::uint8_t alignment = 0);
  void store_leaf(const Place& place, const Leaf& leaf, Id value);
  std::vector<Id> load(const Place& place, ir::TypeId type);
  void store(const Place& place, ir::TypeId type, const Lowered& value);
  std::pair<Id, std::uint64_t> address(const Place& place, std::uint32_t offset);
  Lowered lower_load(ir::ValueId id);
  Lowered load_four(ir::ValueId id);
  Lowered array_length(ir::ValueId id);
  Lowered atomic(ir::ValueId id);
  void barrier();
  Id symbol_address(const Symbol& symbol);
  std::uint32_t symbol_index(const Symbol& symbol);

  // lower_subgroup.cpp
  Lowered subgroup(ir::ValueId id);
  Id members();
  Id shuffle(ShuffleMode mode, Id value, Id lane, Id members);
  Id reduce(ir::Op op, Type type, Id value);
  Id reduce_whole_subgroup(ir::Op op, Type type, Id value);
  Id reduce_some(ir::Op op, Type type, Id value, Id members);
  Id combine(ir::Op op, Type type, Id a, Id b);
  Id identity(ir::Op op, Type type);
  Id active_lanes();
  bool is_uniform(Id id) const { return b_[id].is_uniform; }

  Program& program_;
  Procedure& procedure_;
  Builder b_;
  const ir::Module& module_;
  Shapes& shapes_;
  const ir::Entry* entry_ = nullptr;
  const pass::EntryPlan* entry_plan_ = nullptr;

  std::vector<Id> components_;
  std::vector<Id> slots_;
  struct Log {
    std::uint32_t slot;
    Id before;
  };
  std::vector<Log> log_;
  std::vector<std::uint32_t> seen_in_;  ///< by slot: number of the last edge that listed it
  std::uint32_t round_ = 0;

  Instance* instance_ = nullptr;
  Return* return_ = nullptr;
  Loop* loop_ = nullptr;
  struct Pending {
    ir::ValueId id;
    std::uint32_t next;
  };
  std::vector<Pending> pending_;
  std::vector<Place> globals_;  ///< by GlobalId: what it is based on
  std::vector<bool> global_known_;
  std::vector<std::optional<std::uint32_t>> size_formals_;  ///< by GlobalId, in a `.func`
  std::optional<std::uint32_t> sizes_formal_;
  std::vector<std::optional<Lowered>> constants_;  ///< by ConstantId
  std::vector<BlockIndex> order_;                  ///< blocks in the order of the text
  std::uint32_t next_region_ = 0;
  std::uint32_t depth_ = 0;
  bool is_isolated_ = false;
  std::uint32_t divergence_ = 0;  ///< open branches that threads of a subgroup may take differently
};

}  // namespace yyshader::backend::ptx
