// Entries, functions, and the variables that joins turn into phis.

#include "backend/ptx/lowering.hpp"

#include <algorithm>
#include <array>

#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr BlockIndex first_block = 1;

bool is_buffer(const ir::Global& global) {
  return global.space == ir::AddressSpace::storage || global.space == ir::AddressSpace::uniform;
}

}  // namespace

Lowering::Lowering(Program& program, Procedure& procedure)
    : program_(program),
      procedure_(procedure),
      b_(procedure),
      module_(program.module),
      shapes_(program.shapes),
      globals_(program.module.globals.size()),
      global_known_(program.module.globals.size(), false),
      size_formals_(program.module.globals.size()),
      constants_(program.module.constants.size()),
      next_region_(program.first_local_region()) {
  b_.new_block();
  b_.new_block();
  order_ = {prologue};
  start(first_block);
}

std::uint32_t Lowering::add_formal(std::string name, Type type) {
  procedure_.formals.push_back({std::move(name), type});
  return static_cast<std::uint32_t>(procedure_.formals.size() - 1);
}

void Lowering::entry(ir::EntryId id) {
  entry_ = &module_.entries[id.index()];
  entry_plan_ = &program_.plan.entries[id.index()];
  const ir::Function& function = module_.functions[entry_->function.index()];
  procedure_.is_entry = true;
  procedure_.name = pass::ascii_name("yy", program_.names.functions[entry_->function.index()]);
  procedure_.workgroup_size = entry_->workgroup_size;
  procedure_.span = entry_->span;
  b_.set_span(entry_->span);
  for (const pass::BindingPlan& binding : entry_plan_->bindings) {
    if (!is_buffer(module_.globals[binding.global.index()])) continue;
    const std::uint32_t formal =
        add_formal("p_g" + support::to_decimal(binding.group) + "_b" + support::to_decimal(binding.binding), Type::u64);
    Place place = place_of_global(binding.global);
    place.base = b_.parameter(formal, Type::u64);
    globals_[binding.global.index()] = place;
    global_known_[binding.global.index()] = true;
  }
  if (!entry_plan_->sized_buffers.empty()) sizes_formal_ = add_formal("p_sizes", Type::u64);
  std::vector<ir::GlobalId> workgroup;
  for (const ir::GlobalId global : entry_plan_->mention_order) {
    if (module_.globals[global.index()].space == ir::AddressSpace::workgroup) workgroup.push_back(global);
  }
  if (!workgroup.empty()) workgroup = program_.unproven(id, workgroup);
  if (!workgroup.empty()) zero_workgroup_memory(workgroup);

  Instance instance;
  instance.id = entry_->function;
  instance.function = &function;
  for (const ir::Parameter& parameter : function.parameters)
    instance.parameters.push_back(input(parameter.type, parameter.interface));
  enter_instance(instance);
  instance_ = &instance;
  block(function.body);
  if (is_reachable()) b_.finish_return();
  finish();
}

void Lowering::function(ir::FunctionId id) {
  const ir::Function& function = module_.functions[id.index()];
  procedure_.name = program_.outline(id);
  procedure_.span = function.span;
  b_.set_span(function.span);
  Instance instance;
  instance.id = id;
  instance.function = &function;
  std::vector<Leaf> leaves;
  for (const ir::Parameter& parameter : function.parameters) {
    leaves.clear();
    shapes_.leaves(parameter.type, 0, leaves);
    std::vector<Id> components;
    for (const Leaf& leaf : leaves) {
      // Predicates pass as words.
      const Type type = leaf.type == Type::pred ? Type::b32 : bits_of(leaf.type);
      const Id formal = b_.parameter(add_formal({}, type), type);
      components.push_back(leaf.type == Type::pred ? b_.compare(Comparison::ne, Type::u32, formal, b_.u32(0)) : formal);
    }
    instance.parameters.push_back(make(components));
  }
  const pass::FunctionUse& use = program_.uses[id.index()];
  prepare_formals(use.mention_order, use.sized_buffers);
  leaves.clear();
  if (function.result != module_.types.void_type()) shapes_.leaves(function.result, 0, leaves);
  for (const Leaf& leaf : leaves)
    procedure_.results.push_back(leaf.type == Type::pred ? Type::b32 : bits_of(leaf.type));
  Return returns;
  returns.count = static_cast<std::uint32_t>(leaves.size());
  returns.first_slot = new_slots(returns.count);
  return_ = &returns;
  enter_instance(instance);
  instance_ = &instance;
  block(function.body);
  if (is_reachable()) returns.edges.push_back({b_.block(), {}});
  join(returns.edges);
  if (is_reachable()) {
    for (std::uint32_t i = 0; i < returns.count; ++i) {
      const Id value = slots_[returns.first_slot + i];
      const bool is_predicate = leaves[i].type == Type::pred;
      procedure_.returned.push_back(is_predicate ? b_.select(value, b_.u32(1), b_.u32(0)) : value);
    }
    b_.finish_return();
  }
  finish();
}

/// What a `.func` takes besides its own parameters: addresses of buffers and workgroup variables, and the sizes of
/// buffers whose length it asks.
void Lowering::prepare_formals(const std::vector<ir::GlobalId>& globals, const std::vector<ir::GlobalId>& sized) {
  for (const ir::GlobalId global : globals) {
    const bool is_shared = module_.globals[global.index()].space == ir::AddressSpace::workgroup;
    if (!is_shared && !is_buffer(module_.globals[global.index()])) continue;
    const Type type = is_shared ? Type::b32 : Type::u64;
    Place place = place_of_global(global);
    place.base = b_.parameter(add_formal({}, type), type);
    globals_[global.index()] = place;
    global_known_[global.index()] = true;
  }
  for (const ir::GlobalId global : sized) size_formals_[global.index()] = add_formal({}, Type::b32);
}

void Lowering::enter_instance(Instance& instance) {
  instance.pool = &instance.function->values;
  instance.facts = &program_.facts(instance.id);
  instance.named = &instance.facts->is_named;
  instance.values.resize(instance.pool->values.size());
  instance.locals.resize(instance.function->locals.size());
}

/// The prologue goes on to the code; blocks take their places of the text, and those never begun vanish.
void Lowering::finish() {
  b_.set_block(prologue);
  b_.jump(first_block);
  std::vector<BlockIndex> places(procedure_.blocks.size(), no_block);
  std::vector<Block> blocks;
  blocks.reserve(order_.size());
  for (const BlockIndex block : order_) {
    places[block] = static_cast<BlockIndex>(blocks.size());
    blocks.push_back(std::move(procedure_.blocks[block]));
  }
  for (Block& block : blocks) {
    for (BlockIndex& target : block.targets) {
      if (target != no_block) target = places[target];
    }
    for (BlockIndex& predecessor : block.predecessors) predecessor = places[predecessor];
  }
  procedure_.blocks = std::move(blocks);
  for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) {
    for (const Id id : procedure_.blocks[block].instructions) procedure_[id].block = block;
  }
}

// Inputs.

Lowered Lowering::input(ir::TypeId type, const ir::InterfaceBinding& binding) {
  std::vector<Id> components;
  if (binding.kind == ir::InterfaceBinding::Kind::builtin) {
    for (std::uint32_t i = 0; i < shapes_.of(type).components; ++i) components.push_back(builtin(binding.builtin, i));
    return make(components);
  }
  const ir::Type& structure = module_.types[type];
  support::invariant(structure.kind == ir::TypeKind::structure, "a compute input that is no builtin");
  for (const ir::Member& member : module_.structs[structure.structure.index()].members) {
    const Lowered part = input(member.type, member.interface);
    for (std::uint32_t i = 0; i < part.count; ++i) components.push_back(components_[part.first + i]);
  }
  return make(components);
}

Id Lowering::builtin(ir::Builtin which, std::uint32_t component) {
  return in_prologue([&] {
    const auto of = [&](Special first) {
      return b_.special(static_cast<Special>(static_cast<std::uint32_t>(first) + component));
    };
    const std::uint32_t size = entry_->workgroup_size[component];
    const auto local_id = [&] { return size == 1 ? b_.u32(0) : of(Special::tid_x); };
    switch (which) {
      case ir::Builtin::global_invocation_id:
        return b_.emit(Opcode::add, Type::u32,
                       {b_.emit(Opcode::mul, Type::u32, {of(Special::ctaid_x), b_.u32(size)}), local_id()});
      case ir::Builtin::local_invocation_id:
        return local_id();
      case ir::Builtin::local_invocation_index:
        return local_index();
      case ir::Builtin::workgroup_id:
        return of(Special::ctaid_x);
      case ir::Builtin::num_workgroups:
        return of(Special::nctaid_x);
      case ir::Builtin::subgroup_invocation_id:
        return b_.special(Special::laneid);
      case ir::Builtin::subgroup_size:
        return b_.u32(32);
      default:
        support::internal_error("a builtin that compute entries do not have");
    }
  });
}

Id Lowering::local_index() {
  return in_prologue([&] {
    const auto& size = procedure_.workgroup_size;
    const auto id = [&](std::size_t axis) {
      return size[axis] == 1 ? b_.u32(0) : b_.special(static_cast<Special>(axis));
    };
    const Id yz = b_.emit(Opcode::add, Type::u32, {id(1), b_.emit(Opcode::mul, Type::u32, {id(2), b_.u32(size[1])})});
    return b_.emit(Opcode::add, Type::u32, {id(0), b_.emit(Opcode::mul, Type::u32, {yz, b_.u32(size[0])})});
  });
}

/// All invocations write zeros, sixteen bytes each where that fits, then meet (spec 2.5).
void Lowering::zero_workgroup_memory(const std::vector<ir::GlobalId>& variables) {
  constexpr std::uint32_t largest_unrolled = 8;
  const auto& size = procedure_.workgroup_size;
  const std::uint32_t threads = size[0] * size[1] * size[2];
  const Id me = local_index();
  for (const ir::GlobalId variable : variables) {
    const Place whole = place_of_global(variable);
    const std::uint32_t bytes = (shapes_.of(module_.globals[variable.index()].type).size + 3) / 4 * 4;
    const std::uint32_t unit = bytes % 16 == 0 ? 16 : 4;
    const std::uint32_t units = bytes / unit;
    const std::uint32_t rounds = (units + threads - 1) / threads;
    const auto write = [&](Id index) {
      Place place = whole;
      place.base =
          b_.emit(Opcode::add, Type::b32, {place.base, b_.emit(Opcode::mul, Type::u32, {index, b_.u32(unit)})});
      for (std::uint32_t offset = 0; offset < unit; offset += 4) store_leaf(place, {Type::b32, offset}, b_.u32(0));
    };
    const auto write_guarded = [&](Id index) {
      const BlockIndex inside = b_.new_block();
      const BlockIndex after = b_.new_block();
      b_.branch(b_.compare(Comparison::lt, Type::u32, index, b_.u32(units)), inside, after);
      start(inside);
      const std::size_t scope = b_.open_scope();
      write(index);
      b_.close_scope(scope);
      b_.jump(after);
      start(after);
    };
    if (rounds <= largest_unrolled) {
      for (std::uint32_t i = 0; i < rounds; ++i) {
        const Id index = b_.emit(Opcode::add, Type::u32, {me, b_.u32(i * threads)});
        if ((i + 1) * threads <= units) {
          write(index);
        } else {
          write_guarded(index);
        }
      }
      continue;
    }
    const BlockIndex header = b_.new_block();
    const BlockIndex after = b_.new_block();
    b_.jump(header);
    start(header);
    const std::size_t scope = b_.open_scope();
    const Id index = b_.phi(Type::b32);
    write(index);  // of the first turn and, by the test, of each further one
    const Id next = b_.emit(Opcode::add, Type::u32, {index, b_.u32(threads)});
    const BlockIndex back = b_.new_block();
    b_.branch(b_.compare(Comparison::lt, Type::u32, next, b_.u32(units)), back, after);
    start(back);
    b_.jump(header);
    b_.close_scope(scope);
    b_.set_operands(index, std::array{me, next});
    start(after);
  }
  barrier();
}

// Variables.

std::uint32_t Lowering::new_slots(std::uint32_t count) {
  const auto first = static_cast<std::uint32_t>(slots_.size());
  slots_.resize(slots_.size() + count, no_id);
  seen_in_.resize(slots_.size(), 0);
  return first;
}

void Lowering::assign(std::uint32_t slot, Id value) {
  log_.push_back({slot, slots_[slot]});
  slots_[slot] = value;
}

void Lowering::restore(std::size_t mark) {
  while (log_.size() > mark) {
    slots_[log_.back().slot] = log_.back().before;
    log_.pop_back();
  }
}

Lowering::Edge Lowering::edge_since(Fork fork) {
  Edge edge;
  edge.from = b_.block();
  ++round_;
  for (std::size_t i = fork.mark; i < log_.size(); ++i) {
    const std::uint32_t slot = log_[i].slot;
    if (slot >= fork.slots || seen_in_[slot] == round_) continue;
    seen_in_[slot] = round_;
    edge.changes.push_back({slot, slots_[slot]});
  }
  return edge;
}

void Lowering::start(BlockIndex block) {
  b_.set_block(block);
  order_.push_back(block);
}

void Lowering::join(std::vector<Edge>& edges) {
  if (edges.empty()) {
    b_.set_block(no_block);
    return;
  }
  if (edges.size() == 1) {
    b_.set_block(edges[0].from);
    for (const Change& change : edges[0].changes) assign(change.slot, change.value);
    return;
  }
  const BlockIndex meeting = b_.new_block();
  std::vector<std::uint32_t> changed;
  ++round_;
  for (const Edge& edge : edges) {
    for (const Change& change : edge.changes) {
      if (seen_in_[change.slot] == round_) continue;
      seen_in_[change.slot] = round_;
      changed.push_back(change.slot);
    }
    b_.set_block(edge.from);
    b_.jump(meeting);
  }
  std::sort(changed.begin(), changed.end());
  start(meeting);
  // One row of values for each edge.
  std::vector<std::vector<Id>> arguments(changed.size());
  for (std::size_t i = 0; i < changed.size(); ++i) arguments[i].assign(edges.size(), slots_[changed[i]]);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (const Change& change : edges[e].changes) {
      const auto place = std::lower_bound(changed.begin(), changed.end(), change.slot) - changed.begin();
      arguments[static_cast<std::size_t>(place)][e] = change.value;
    }
  }
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const Id first = arguments[i][0];
    if (std::all_of(arguments[i].begin(), arguments[i].end(), [first](Id id) { return id == first; })) {
      assign(changed[i], first);
      continue;
    }
    Type type = Type::none;
    for (Id& argument : arguments[i]) {
      if (argument != no_id && type == Type::none) type = bits_of(b_[argument].type);
    }
    for (Id& argument : arguments[i]) {
      if (argument == no_id) argument = b_.undefined(type);
    }
    const Id phi = b_.phi(type);
    b_.set_operands(phi, arguments[i]);
    assign(changed[i], phi);
  }
}

}  // namespace yyshader::backend::ptx
