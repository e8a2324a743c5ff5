#include "pass/nesting.hpp"

#include <algorithm>
#include <utility>

#include "ir/builder.hpp"
#include "pass/limits.hpp"

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
        if (inside > deepest_statements) k += cut({block, k});
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
    bool needs_flag = false;
    for (std::size_t i = 0; i < last_cut; ++i) {
      needs_flag = needs_flag || exits_.falls[at(function_, chain[i]).first.index()];
    }
    const source::Span span = at(function_, head).span;
    const ir::LocalId flag = needs_flag ? new_flag(span) : ir::LocalId();
    std::vector<ir::Statement> after;
    for (std::size_t i = piece_; i < chain.size(); i += piece_) {
      std::vector<ir::Statement> rest = std::exchange(statements(chain[i].block), {});
      if (needs_flag) {
        statements(chain[i].block).push_back(set(flag, true, span));
        rest = guarded(flag, std::move(rest), i != last_cut, span);
      }
      after.insert(after.end(), rest.begin(), rest.end());
    }
    std::vector<ir::Statement>& list = statements(head.block);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(head.index) + 1, after.begin(), after.end());
    if (needs_flag) {
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(head.index), declare(flag, span));
    }
    return after.size() + (needs_flag ? 1 : 0);
  }

  /// `if (flag) { flag = false; rest }`, the assignment where a further piece asks the flag again.
  std::vector<ir::Statement> guarded(ir::LocalId flag, std::vector<ir::Statement> rest, bool asked_again,
                                     source::Span span) {
    ir::Statement branch;
    branch.kind = ir::StatementKind::if_;
    branch.span = span;
    branch.first = builder_.block();
    branch.second = builder_.block();
    if (asked_again) statements(branch.first).push_back(set(flag, false, span));
    std::vector<ir::Statement>& inside = statements(branch.first);
    inside.insert(inside.end(), rest.begin(), rest.end());

    const ir::ValueId place = builder_.local(flag, span);
    branch.value = builder_.value(ir::Op::load, builder_.module().types.boolean(), span, {place});
    ir::Statement read;
    read.kind = ir::StatementKind::evaluate;
    read.form = ir::EvaluateForm::inlined;
    read.span = span;
    read.value = branch.value;
    return {read, branch};
  }

  ir::LocalId new_flag(source::Span span) {
    ir::Local local;
    local.type = builder_.module().types.boolean();
    local.span = span;
    function_.locals.push_back(local);
    return ir::LocalId(function_.locals.size() - 1);
  }
  ir::Statement declare(ir::LocalId flag, source::Span span) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::variable;
    statement.span = span;
    statement.local = flag;
    statement.value = builder_.boolean(false, span);
    return statement;
  }
  ir::Statement set(ir::LocalId flag, bool value, source::Span span) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::store;
    statement.span = span;
    statement.target = builder_.local(flag, span);
    statement.value = builder_.boolean(value, span);
    return statement;
  }
  std::vector<ir::Statement>& statements(ir::BlockId block) { return function_.blocks[block.index()].statements; }

  ir::Builder builder_;
  ir::Function& function_;
  std::size_t piece_;
  Exits exits_;
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
  Exits exits{std::vector<bool>(count, true), std::vector<bool>(count, false), std::vector<bool>(count, false)};
  for (std::size_t i = outer_first.size(); i > 0; --i) {
    const std::size_t block = outer_first[i - 1].index();
    for (const ir::Statement& statement : function.blocks[block].statements) {
      bool falls = true;
      switch (statement.kind) {
        case ir::StatementKind::if_:
          falls = exits.falls[statement.first.index()] || exits.falls[statement.second.index()];
          exits.breaks[block] =
              exits.breaks[block] || exits.breaks[statement.first.index()] || exits.breaks[statement.second.index()];
          exits.returns[block] =
              exits.returns[block] || exits.returns[statement.first.index()] || exits.returns[statement.second.index()];
          break;
        case ir::StatementKind::loop:
          falls = exits.breaks[statement.first.index()];
          exits.returns[block] = exits.returns[block] || exits.returns[statement.first.index()];
          break;
        case ir::StatementKind::break_:
          falls = false;
          exits.breaks[block] = true;
          break;
        case ir::StatementKind::return_:
          falls = false;
          exits.returns[block] = true;
          break;
        case ir::StatementKind::continue_:
          falls = false;
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
