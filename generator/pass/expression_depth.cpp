#include "pass/expression_depth.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/uses.hpp"
#include "pass/brackets.hpp"
#include "pass/limits.hpp"
#include "pass/nesting.hpp"
#include "pass/walk.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

/// An index that is written four times may have at most this many parts.
constexpr std::uint32_t largest_repeated_index = 64;

/// More than any limit: what must not stay where it is.
constexpr std::size_t unbearable = 1U << 20;

/// An index's own limit is lower: places stand in `&…` and in loads, which cannot be named to make room.
constexpr std::size_t place_reserve = 6;

bool is_short_circuit(ir::Op op) { return op == ir::Op::logical_and || op == ir::Op::logical_or; }
bool may_be_repeated(ir::Op op) { return ir::is_pure(op) || op == ir::Op::load; }

ir::Statement inlined(ir::ValueId value, source::Span span) {
  ir::Statement statement;
  statement.kind = ir::StatementKind::evaluate;
  statement.form = ir::EvaluateForm::inlined;
  statement.span = span;
  statement.value = value;
  return statement;
}

/// What is known of a value whose operands have been looked at.
struct Measure {
  std::size_t brackets = 0;  ///< around its innermost part, its own included
  std::uint32_t parts = 1;   ///< of its tree
  bool has_effects = false;  ///< something in its tree has a time
  bool repeatable = true;    ///< writing it again changes nothing
  std::size_t ready = 0;     ///< the place in the block from which on all that it needs is there
};

/// Splits the expressions of one function.
class Splitter {
 public:
  Splitter(ir::Module& module, ir::Function& function)
      : builder_(module, &function), module_(module), function_(function), named_(let_named(function)) {}

  bool run() {
    const Nesting nesting = nesting_of(function_);
    for (const ir::BlockId block : nesting.order) pending_blocks_.push_back({block, nesting.blocks[block.index()]});
    while (!pending_blocks_.empty()) {
      const auto [block, depth] = pending_blocks_.back();
      pending_blocks_.pop_back();
      split_block(block, depth);
    }
    return has_split_;
  }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  struct PendingBlock {
    ir::BlockId block;
    std::size_t depth;
  };
  /// A value on the way down its tree.
  struct Frame {
    ir::ValueId id;
    std::size_t next_operand = 0;
    bool conditional = false;  ///< part of the right side of a short circuit
  };
  /// Put into `out_` once the statement's trees are walked; those of one place in the order in which they were made.
  struct Insertion {
    std::size_t before;
    ir::Statement statement;
  };

  void split_block(ir::BlockId block, std::size_t depth) {
    depth_ = depth;
    limit_ = deepest_brackets > depth ? deepest_brackets - depth : 0;
    limit_ = std::max(limit_, place_reserve + 2);  // deeper blocks are an error of their own
    grow();
    for (const ir::ValueId id : std::exchange(placed_, {})) place_of_[id.index()] = nowhere;
    waiting_.clear();
    out_.clear();
    const std::vector<ir::Statement> statements =
        std::exchange(function_.blocks[block.index()].statements, std::vector<ir::Statement>());
    for (const ir::Statement& statement : statements) {
      if (statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined) {
        place_of_[statement.value.index()] = out_.size();
        placed_.push_back(statement.value);
        waiting_.push_back(statement.value);
        out_.push_back(statement);
        continue;
      }
      ++round_;
      floor_ = waiting_.empty() ? out_.size() : place_of_[waiting_.front().index()];
      if (statement.target) split_tree(statement.target);
      // What has a name is split where it gets it, maybe in a block round this one.
      const bool is_named_elsewhere =
          statement.value && named_[statement.value.index()] && statement.kind != ir::StatementKind::let;
      if (statement.value && !is_named_elsewhere) split_tree(statement.value);
      std::erase_if(waiting_, [&](ir::ValueId id) { return visited_in_[id.index()] == round_; });
      apply_insertions();
      if (statement.kind == ir::StatementKind::let) {
        place_of_[statement.value.index()] = out_.size();
        placed_.push_back(statement.value);
      }
      out_.push_back(statement);
    }
    function_.blocks[block.index()].statements = std::exchange(out_, {});
  }

  /// Values are added while trees are split; what is kept by ValueId grows with them.
  void grow() {
    const std::size_t count = function_.values.values.size();
    measures_.resize(count);
    place_of_.resize(count, nowhere);
    visited_in_.resize(count, 0);
    named_.resize(count, false);
  }

  void split_tree(ir::ValueId root) {
    frames_.assign(1, Frame{root});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto operands = function_.values.operands(frame.id);
      if (frame.next_operand == operands.size()) {
        const Frame done = frame;
        frames_.pop_back();
        visited_in_[done.id.index()] = round_;
        measure(done);
        continue;
      }
      const ir::ValueId operand = operands[frame.next_operand];
      const bool is_right_side = frame.next_operand == 1 && is_short_circuit(function_.values[frame.id].op);
      ++frame.next_operand;
      if (named_[operand.index()]) {
        measures_[operand.index()] = {};
        measures_[operand.index()].ready = after(operand);
        continue;
      }
      frames_.push_back(Frame{operand, 0, frame.conditional || is_right_side});
    }
  }

  /// The place after the statement of this block that names or evaluates a value; the first place when there is none.
  std::size_t after(ir::ValueId id) const { return place_of_[id.index()] == nowhere ? 0 : place_of_[id.index()] + 1; }

  /// All operands of `frame.id` are measured: names those that would stand too deep, then measures it.
  void measure(const Frame& frame) {
    const ir::Op op = function_.values[frame.id].op;
    const std::size_t operand_count = function_.values[frame.id].operand_count;
    const std::size_t own = own_brackets(op);
    if (is_short_circuit(op) && !frame.conditional &&
        own + measures_[function_.values.operands(frame.id)[1].index()].brackets > limit_) {
      write_as_if(frame);
      return;
    }
    Measure result;
    for (std::size_t i = 0; i < operand_count; ++i) {
      // Naming adds no value, but what it calls may: the list of operands is asked anew each time.
      const ir::ValueId operand = function_.values.operands(frame.id)[i];
      const bool is_base = is_place_operation(op) && i == 0;
      const bool is_index = is_place_operation(op) && i == 1;
      const std::size_t around = is_base ? 0 : own;
      const std::size_t limit = is_index ? limit_ - place_reserve : limit_;
      const bool repeated = op == ir::Op::load4 && i == 1 && !can_be_repeated(operand);
      if (around + measures_[operand.index()].brackets > limit || repeated) {
        if (!frame.conditional && can_be_named(operand)) {
          name(operand);
        } else if (repeated) {
          measures_[operand.index()].brackets = unbearable;
        }
      }
      const Measure& part = measures_[operand.index()];
      result.brackets = std::max(result.brackets, around + part.brackets);
      result.parts += part.parts;
      result.has_effects = result.has_effects || part.has_effects;
      result.ready = std::max(result.ready, part.ready);
      result.repeatable = result.repeatable && part.repeatable;
    }
    if (operand_count == 0) result.brackets = own;
    const ir::Value& value = function_.values[frame.id];
    result.has_effects = result.has_effects || ir::has_time(value);
    if (ir::has_time(value)) result.ready = std::max(result.ready, after(frame.id));
    result.repeatable = result.repeatable && may_be_repeated(op) && !ir::right_side_block(value);
    measures_[frame.id.index()] = result;
  }

  bool can_be_repeated(ir::ValueId id) const {
    return measures_[id.index()].repeatable && measures_[id.index()].parts <= largest_repeated_index;
  }

  bool can_be_named(ir::ValueId id) const {
    if (named_[id.index()] || ir::is_leaf(function_.values[id].op)) return false;
    switch (module_.types[function_.values[id].type].kind) {
      case ir::TypeKind::void_:
      case ir::TypeKind::pointer:
      case ir::TypeKind::texture:
      case ir::TypeKind::sampler:
      case ir::TypeKind::runtime_array:
      case ir::TypeKind::atomic:
        return false;
      default:
        return true;
    }
  }

  /// Gives `id` a temporary, declared where its evaluation stands, or, having none, as soon as all that it needs is
  /// there: what is evaluated after that stays after it.
  void name(ir::ValueId id) {
    has_split_ = true;
    if (measures_[id.index()].has_effects) name_effects_before(id, nowhere);
    std::size_t ready = std::max(measures_[id.index()].ready, floor_);
    if (ir::has_time(function_.values[id])) {
      const std::size_t place = place_of_[id.index()];
      support::invariant(place != nowhere, "an effect stands in no statement of its block");
      turn_into_let(out_[place]);
      ready = place + 1;
    } else {
      ir::Statement statement;
      statement.span = function_.values[id].span;
      statement.value = id;
      insertions_.push_back({ready, statement});
    }
    named_[id.index()] = true;
    measures_[id.index()] = {};
    measures_[id.index()].ready = ready;
  }

  /// What is evaluated before an effect in the tree of `root` (or before place `until`, when given) may no longer stand
  /// inside the statement, which now comes after that tree: it is named.
  void name_effects_before(ir::ValueId root, std::size_t until) {
    inside_.clear();
    std::size_t last = 0;
    for_each_in_tree(function_.values, root, named_, scratch_, [&](ir::ValueId id) {
      if (place_of_[id.index()] == nowhere || (id != root && named_[id.index()])) return;
      inside_.push_back(id);
      last = std::max(last, place_of_[id.index()]);
    });
    if (until != nowhere) last = std::max(last, until);
    std::sort(inside_.begin(), inside_.end());
    std::size_t kept = 0;
    for (const ir::ValueId id : waiting_) {
      const bool is_inside = std::binary_search(inside_.begin(), inside_.end(), id);
      if (is_inside) continue;  // evaluated by what is being named
      if (visited_in_[id.index()] == round_ && place_of_[id.index()] < last) {
        turn_into_let(out_[place_of_[id.index()]]);
        named_[id.index()] = true;
      } else {
        waiting_[kept++] = id;
      }
    }
    waiting_.resize(kept);
  }

  static void turn_into_let(ir::Statement& statement) {
    statement.kind = ir::StatementKind::let;
    statement.form = ir::EvaluateForm::pending;
  }

  /// `left && right` becomes `var t = left; if (t) { t = right; } else {}` and a read of t; `||` the other way round. A
  /// long right side that is a spine of the same operation is written as several such `if`s, one after another.
  void write_as_if(const Frame& frame) {
    has_split_ = true;
    const ir::Value value = function_.values[frame.id];
    const ir::ValueId left = function_.values.operands(frame.id)[0];
    const ir::BlockId effects = ir::right_side_block(value);
    const std::size_t place = ir::has_time(value) ? place_of_[frame.id.index()] : std::size_t{nowhere};
    const ir::ValueId whole_right = function_.values.operands(frame.id)[1];
    const std::size_t ready = std::max(measures_[left.index()].ready, measures_[whole_right.index()].ready);
    const std::size_t before = place != nowhere ? place : std::max(floor_, ready);
    if (effects || measures_[left.index()].has_effects) name_effects_before(left, effects ? before : nowhere);

    ir::Local local;
    local.type = module_.types.boolean();
    local.span = value.span;
    function_.locals.push_back(local);
    const ir::LocalId variable(function_.locals.size() - 1);
    ir::Statement declaration;
    declaration.kind = ir::StatementKind::variable;
    declaration.span = value.span;
    declaration.local = variable;
    declaration.value = left;
    insertions_.push_back({before, declaration});

    const std::vector<ir::ValueId> later_pieces = cut_spine(frame.id);
    const ir::ValueId old_right = function_.values.operands(frame.id)[1];
    const ir::ValueId right = replace_by_read(frame.id, variable);
    std::vector<ir::Statement> evaluations;
    if (effects) evaluations.swap(function_.blocks[effects.index()].statements);
    for (ir::Statement& statement : evaluations) {
      if (statement.value == old_right) statement.value = right;
    }
    insert_branch(before, value, variable, right, std::move(evaluations));
    for (const ir::ValueId piece : later_pieces) insert_branch(before, value, variable, piece, {});

    grow();
    if (place == nowhere) insertions_.push_back({before, inlined(frame.id, value.span)});
    place_of_[frame.id.index()] = before;
    placed_.push_back(frame.id);
    measures_[frame.id.index()] = {};
    measures_[frame.id.index()].has_effects = true;
    measures_[frame.id.index()].ready = place != nowhere ? place + 1 : before;
  }

  /// Inserts `if (variable) { evaluations; variable = right; } else {}` (for `||` in the other branch) before `before`.
  void insert_branch(std::size_t before, const ir::Value& circuit, ir::LocalId variable, ir::ValueId right,
                     std::vector<ir::Statement> evaluations) {
    ir::Statement assignment;
    assignment.kind = ir::StatementKind::store;
    assignment.span = circuit.span;
    assignment.target = builder_.local(variable, circuit.span);
    assignment.value = right;
    evaluations.push_back(assignment);
    const ir::ValueId asked =
        builder_.value(ir::Op::load, module_.types.boolean(), circuit.span, {builder_.local(variable, circuit.span)});
    ir::Statement branch;
    branch.kind = ir::StatementKind::if_;
    branch.span = circuit.span;
    branch.value = asked;
    branch.first = builder_.block();
    branch.second = builder_.block();
    const ir::BlockId side = circuit.op == ir::Op::logical_and ? branch.first : branch.second;
    function_.blocks[side.index()].statements = std::move(evaluations);
    pending_blocks_.push_back({side, depth_ + 1});
    insertions_.push_back({before, inlined(asked, circuit.span)});
    insertions_.push_back({before, branch});
  }

  /// `a || (b || (c || …))` without effects of its own: cuts what is right of `a` into pieces and returns all but the
  /// first, which stays where it is. Pieces are short enough to leave their parts some room.
  std::vector<ir::ValueId> cut_spine(ir::ValueId id) {
    const ir::Op op = function_.values[id].op;
    std::vector<ir::ValueId> spine;  // the short circuits right of the first term
    ir::ValueId next = id;
    while (!ir::has_time(function_.values[next])) {
      const ir::ValueId right = function_.values.operands(next)[1];
      if (function_.values[right].op != op || named_[right.index()]) break;
      spine.push_back(right);
      next = right;
    }
    if (!spine.empty() && ir::has_time(function_.values[spine.back()])) spine.pop_back();
    const std::size_t piece = std::max<std::size_t>(limit_ / 2, 1);
    std::vector<ir::ValueId> later;
    for (std::size_t start = piece; start < spine.size(); start += piece) {
      later.push_back(spine[start]);
      // The piece before ends with its last term instead of with this piece.
      const ir::ValueId last = function_.values.operands(spine[start - 1])[0];
      const ir::ValueId holder = start >= 2 ? spine[start - 2] : id;
      function_.values.operand_list[function_.values[holder].first_operand + 1] = last;
    }
    return later;
  }

  /// Turns the short circuit `id` into a read of `variable` and returns its right side, which has a new id: values use
  /// only earlier ones, so that the right side's old place in the pool becomes the variable's reference.
  ir::ValueId replace_by_read(ir::ValueId id, ir::LocalId variable) {
    const ir::ValueId old_right = function_.values.operands(id)[1];
    const ir::ValueId place = builder_.local(variable, function_.values[id].span);
    std::vector<ir::Value>& values = function_.values.values;
    const ir::Value reference = values[place.index()];
    values[place.index()] = std::exchange(values[old_right.index()], reference);
    place_of_[old_right.index()] = nowhere;
    ir::Value& value = values[id.index()];
    value.op = ir::Op::load;
    value.payload = 0;
    value.first_operand += 1;
    value.operand_count = 1;
    return place;
  }

  static bool has_place(const ir::Statement& statement) {
    return statement.kind == ir::StatementKind::let || statement.kind == ir::StatementKind::evaluate;
  }

  void apply_insertions() {
    if (insertions_.empty()) return;
    std::stable_sort(insertions_.begin(), insertions_.end(),
                     [](const Insertion& a, const Insertion& b) { return a.before < b.before; });
    const std::size_t first = insertions_.front().before;
    const std::vector<ir::Statement> tail(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end());
    out_.resize(first);
    std::size_t next = 0;
    for (std::size_t i = 0; i <= tail.size(); ++i) {
      for (; next < insertions_.size() && insertions_[next].before == first + i; ++next) {
        out_.push_back(insertions_[next].statement);
      }
      if (i < tail.size()) {
        if (has_place(tail[i])) place_of_[tail[i].value.index()] = out_.size();
        out_.push_back(tail[i]);
      }
    }
    insertions_.clear();
  }

  ir::Builder builder_;
  ir::Module& module_;
  ir::Function& function_;
  std::vector<PendingBlock> pending_blocks_;
  bool has_split_ = false;

  // Of the block being split.
  std::size_t depth_ = 0;
  std::size_t limit_ = 0;
  std::vector<ir::Statement> out_;
  std::vector<ir::ValueId> placed_;   ///< what has an entry in `place_of_`
  std::vector<ir::ValueId> waiting_;  ///< inlined effects that no statement before uses, in order

  // Of the statement being split.
  std::uint32_t round_ = 0;
  std::size_t floor_ = 0;  ///< where the first of its effects stands: nothing is put before that
  std::vector<Frame> frames_;
  std::vector<Insertion> insertions_;
  std::vector<ir::ValueId> inside_;
  std::vector<ir::ValueId> scratch_;

  // By ValueId.
  std::vector<bool> named_;
  std::vector<Measure> measures_;
  std::vector<std::size_t> place_of_;      ///< of the statement in `out_` that evaluates it
  std::vector<std::uint32_t> visited_in_;  ///< the round in which its tree was walked
};

}  // namespace

bool split_expressions(ir::Module& module, ir::Function& function) { return Splitter(module, function).run(); }

}  // namespace yyshader::pass
