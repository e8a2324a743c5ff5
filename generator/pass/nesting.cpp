#include "pass/nesting.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ir/builder.hpp"
#include "pass/limits.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

bool writes_nothing(const ir::Statement& statement) {
  return statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined;
}

/// A statement's place: the vector it stands in may move.
struct Place {
  ir::BlockId block;
  std::size_t index = 0;
};

const ir::Statement& at(const ir::Function& function, Place place) {
  return function.blocks[place.block.index()].statements[place.index];
}

/// The places of the conditions of the chain that begins with the `if` at `head`, that one first.
std::vector<Place> chain_of(const ir::Function& function, Place head) {
  std::vector<Place> chain{head};
  while (true) {
    const ir::BlockId otherwise = at(function, chain.back()).second;
    if (sole_if(function, otherwise) == nullptr) return chain;
    chain.push_back({otherwise, function.blocks[otherwise.index()].statements.size() - 1});
  }
}

class NestingWalk {
 public:
  explicit NestingWalk(const ir::Function& function) : function_(function) {
    nesting_.statements.resize(function.blocks.size());
    nesting_.blocks.resize(function.blocks.size());
    nesting_.links.resize(function.blocks.size());
  }

  Nesting run() && {
    enter(function_.body, 0, 1);
    // `order` doubles as the list of what is still to be looked into.
    for (std::size_t i = 0; i < nesting_.order.size(); ++i) {
      const ir::BlockId block = nesting_.order[i];
      if (nesting_.links[block.index()]) continue;
      const std::size_t statements = nesting_.statements[block.index()];
      const std::size_t blocks = nesting_.blocks[block.index()];
      const std::vector<ir::Statement>& list = function_.blocks[block.index()].statements;
      for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].kind == ir::StatementKind::loop) enter(list[k].first, statements + 2, blocks + 1);
        if (list[k].kind == ir::StatementKind::if_) enter_branch({block, k}, statements, blocks);
      }
    }
    return std::move(nesting_);
  }

 private:
  void enter(ir::BlockId block, std::size_t statements, std::size_t blocks) {
    nesting_.statements[block.index()] = statements;
    nesting_.blocks[block.index()] = blocks;
    nesting_.order.push_back(block);
  }

  void enter_branch(Place head, std::size_t statements, std::size_t blocks) {
    const ir::Statement& first = at(function_, head);
    const bool might_be_long = sole_if(function_, first.second) != nullptr;
    const std::vector<Place> chain = might_be_long ? chain_of(function_, head) : std::vector<Place>{head};
    if (chain.size() <= longest_nested_chain) {
      enter(first.first, statements + 2, blocks + 1);
      enter(first.second, statements + 2, blocks + 1);
      return;
    }
    // All arms of a long chain are written at one level.
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const ir::Statement& arm = at(function_, chain[i]);
      enter(arm.first, statements + 2 + i, blocks + 1);
      nesting_.links[arm.second.index()] = i + 1 < chain.size();
      enter(arm.second, statements + 2 + i, blocks + 1);
    }
  }

  const ir::Function& function_;
  Nesting nesting_;
};

/// The deepest nesting in each block and those within it, by BlockId.
std::vector<std::size_t> deepest_within(const ir::Function& function, const Nesting& nesting) {
  std::vector<std::size_t> deepest = nesting.statements;
  for (std::size_t i = nesting.order.size(); i > 0; --i) {
    const ir::BlockId block = nesting.order[i - 1];
    std::size_t& here = deepest[block.index()];
    for (const ir::Statement& statement : function.blocks[block.index()].statements) {
      if (statement.first) here = std::max(here, deepest[statement.first.index()]);
      if (statement.second) here = std::max(here, deepest[statement.second.index()]);
    }
  }
  return deepest;
}

class ChainCutter {
 public:
  ChainCutter(ir::Module& module, ir::Function& function, std::size_t piece)
      : builder_(module, &function), function_(function), piece_(piece) {}

  /// One round; false when nothing was too deep.
  bool run() {
    const Nesting nesting = nesting_of(function_);
    const std::vector<std::size_t> deepest = deepest_within(function_, nesting);
    if (deepest[function_.body.index()] <= deepest_statements) return false;
    exits_ = exits_of(function_, nesting.order);
    for (const ir::BlockId block : nesting.order) {
      if (nesting.links[block.index()]) continue;
      for (std::size_t k = 0; k < function_.blocks[block.index()].statements.size(); ++k) {
        const ir::Statement& statement = at(function_, {block, k});
        if (statement.kind != ir::StatementKind::if_) continue;
        const std::size_t inside = std::max(deepest[statement.first.index()], deepest[statement.second.index()]);
        if (inside <= deepest_statements) continue;
        const std::size_t added = cut({block, k});
        // A loop may stand earlier than the `if` did, with fewer evaluations before it.
        k = std::min(k + added, function_.blocks[block.index()].statements.size());
      }
    }
    return true;
  }

 private:
  /// Cuts the chain at `head` if it is longer than a piece; returns how many statements were put into its block.
  std::size_t cut(Place head) {
    const std::vector<Place> chain = chain_of(function_, head);
    if (chain.size() <= piece_) return 0;
    const std::size_t last_cut = (chain.size() - 1) / piece_ * piece_;
    bool all_leave = true;
    bool any_jumps = exits_.jumps[at(function_, chain.back()).second.index()];
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const std::size_t arm = at(function_, chain[i]).first.index();
      all_leave = all_leave && (i >= last_cut || !exits_.falls[arm]);
      any_jumps = any_jumps || exits_.jumps[arm];
    }
    // The loop would catch a jump that means the loop around it.
    if (!all_leave && any_jumps) return 0;

    const ir::Statement first = at(function_, head);
    std::vector<ir::Statement> pieces = all_leave ? std::vector<ir::Statement>() : take_with_evaluations(head);
    for (std::size_t i = 0; i < last_cut && !all_leave; ++i) {
      const ir::BlockId arm = (i == 0 ? first : at(function_, chain[i])).first;
      if (exits_.falls[arm.index()]) statements(arm).push_back(plain(ir::StatementKind::break_, first.span));
    }
    for (std::size_t i = piece_; i < chain.size(); i += piece_) {
      const std::vector<ir::Statement> rest = std::exchange(statements(chain[i].block), {});
      pieces.insert(pieces.end(), rest.begin(), rest.end());
    }
    std::vector<ir::Statement>& list = statements(head.block);
    if (all_leave) {
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(head.index) + 1, pieces.begin(), pieces.end());
      return pieces.size();
    }
    return put_into_loop(head.block, std::move(pieces), first.span);
  }

  /// Takes the `if` at `head` and what is evaluated inside its condition out of their block; the hole is remembered.
  std::vector<ir::Statement> take_with_evaluations(Place head) {
    std::vector<ir::Statement>& list = statements(head.block);
    inside_.clear();
    for_each_in_tree(function_.values, list[head.index].value, let_named(function_), scratch_,
                     [&](ir::ValueId id) { inside_.insert(id); });
    std::vector<ir::Statement> taken;
    std::vector<ir::Statement> before;
    for (std::size_t i = 0; i < head.index; ++i) {
      (writes_nothing(list[i]) && inside_.contains(list[i].value) ? taken : before).push_back(list[i]);
    }
    taken.push_back(list[head.index]);
    hole_ = before.size();
    before.insert(before.end(), list.begin() + static_cast<std::ptrdiff_t>(head.index) + 1, list.end());
    list = std::move(before);
    return taken;
  }

  /// A loop that runs once, in the place of what was taken; returns 0: nothing was put in that is still to be seen.
  std::size_t put_into_loop(ir::BlockId block, std::vector<ir::Statement> pieces, source::Span span) {
    if (pieces.empty() || !never_falls(pieces.back())) pieces.push_back(plain(ir::StatementKind::break_, span));
    ir::Statement loop = plain(ir::StatementKind::loop, span);
    loop.first = builder_.block();
    statements(loop.first) = std::move(pieces);
    std::vector<ir::Statement>& list = statements(block);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(hole_), loop);
    return 0;
  }

  /// True of the last piece when neither of its branches falls.
  bool never_falls(const ir::Statement& last) const {
    return last.kind == ir::StatementKind::if_ && !exits_.falls[last.first.index()] &&
           !exits_.falls[last.second.index()];
  }

  static ir::Statement plain(ir::StatementKind kind, source::Span span) {
    ir::Statement statement;
    statement.kind = kind;
    statement.span = span;
    return statement;
  }
  std::vector<ir::Statement>& statements(ir::BlockId block) { return function_.blocks[block.index()].statements; }

  ir::Builder builder_;
  ir::Function& function_;
  std::size_t piece_;
  Exits exits_;
  std::size_t hole_ = 0;
  std::unordered_set<ir::ValueId> inside_;
  std::vector<ir::ValueId> scratch_;
};

}  // namespace

const ir::Statement* sole_if(const ir::Function& function, ir::BlockId block) {
  const std::vector<ir::Statement>& statements = function.blocks[block.index()].statements;
  if (statements.empty() || statements.back().kind != ir::StatementKind::if_) return nullptr;
  return std::all_of(statements.begin(), statements.end() - 1, writes_nothing) ? &statements.back() : nullptr;
}

Nesting nesting_of(const ir::Function& function) { return NestingWalk(function).run(); }

Exits exits_of(const ir::Function& function, const std::vector<ir::BlockId>& outer_first) {
  const std::size_t count = function.blocks.size();
  Exits exits{std::vector<bool>(count, true), std::vector<bool>(count, false), std::vector<bool>(count, false),
              std::vector<bool>(count, false)};
  for (std::size_t i = outer_first.size(); i > 0; --i) {
    const std::size_t block = outer_first[i - 1].index();
    const auto take = [&](std::vector<bool>& exit, ir::BlockId inner) {
      exit[block] = exit[block] || exit[inner.index()];
    };
    for (const ir::Statement& statement : function.blocks[block].statements) {
      bool falls = true;
      switch (statement.kind) {
        case ir::StatementKind::if_:
          falls = exits.falls[statement.first.index()] || exits.falls[statement.second.index()];
          for (const ir::BlockId branch : {statement.first, statement.second}) {
            take(exits.jumps, branch);
            take(exits.breaks, branch);
            take(exits.returns, branch);
          }
          break;
        case ir::StatementKind::loop:
          falls = exits.breaks[statement.first.index()];
          take(exits.returns, statement.first);
          break;
        case ir::StatementKind::break_:
        case ir::StatementKind::continue_:
          falls = false;
          exits.jumps[block] = true;
          exits.breaks[block] = exits.breaks[block] || statement.kind == ir::StatementKind::break_;
          break;
        case ir::StatementKind::return_:
          falls = false;
          exits.returns[block] = true;
          break;
        default:
          break;
      }
      exits.falls[block] = exits.falls[block] && falls;
    }
  }
  return exits;
}

void cut_chains(ir::Module& module, ir::Function& function) {
  for (const std::size_t piece : {longest_chain, longest_nested_chain, std::size_t{16}, std::size_t{8}, std::size_t{4},
                                  std::size_t{2}, std::size_t{1}}) {
    if (!ChainCutter(module, function, piece).run()) return;
  }
}

}  // namespace yyshader::pass
