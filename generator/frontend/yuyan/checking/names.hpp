#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/number_literal.hpp"

namespace yyshader::frontend::yuyan::checking {

/// A name bound inside a definition: a parameter, 虑, or 递归虑.
struct LocalBinding {
  Symbol name;
  core::LocalId local;          ///< none for a recursion
  core::RecursionId recursion;  ///< none for a value
  bool inside = false;          ///< of a recursion: its own body is being checked
};

/// What a bare name means at its place (1.1, 1.4).
struct Resolution {
  enum class Kind : std::uint8_t { error, local, entity, number, boolean, unit } kind = Kind::error;
  LocalBinding local;
  EntityId entity;
  NumberLiteral number;
  bool truth = false;
};

/// The names of the program: who defines what, what imports make visible, and the locals of the definition at hand.
class Names {
 public:
  explicit Names(Context& context);

  /// Reads the imports of a module, whose dependencies are done; reports conflicting re-exports.
  void enter_module(ModuleId module);
  /// Makes a definition visible from here on; hides an earlier one of that name.
  void define(EntityId entity);

  // Locals, innermost last.
  std::size_t mark() const { return locals_.size(); }
  void bind(const LocalBinding& binding);
  void restore(std::size_t mark);
  void set_inside(std::size_t position, bool inside) { locals_[position].binding.inside = inside; }

  /// What `symbol` means at `span`. An unknown name is reported.
  Resolution resolve(Symbol symbol, Span span);
  /// The same for `模块 之 … 之 名`; only definitions are found.
  Resolution resolve_qualified(std::span<const Name> segments);
  /// The local, definition or opened name that `symbol` is bound to, silently; Kind::error when it is not bound.
  Resolution find(Symbol symbol);
  /// True when bare names of `entity` reach it here: it is this module's own, or opened.
  bool is_visible(EntityId entity);

  /// While another module's sentence is looked at (a declaration evaluated at its first use), locals are out of sight.
  class Elsewhere {
   public:
    Elsewhere(Names& names, ModuleId module);
    ~Elsewhere();
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

   private:
    Names& names_;
    ModuleId module_;
    bool locals_hidden_;
  };

 private:
  struct BoundLocal {
    LocalBinding binding;
    std::uint32_t shadowed;  ///< position + 1 of the next outer local of this name, else 0
  };
  struct Memo {
    ModuleId module;
    EntityId entity;
    EntityId other;  ///< another module's of that name, until it has been told
    ModuleId other_module;
  };

  void open_imports(ModuleId module);
  void reexport(ModuleId module, const ModuleImport& import);
  EntityId find_exported(ModuleId module, Symbol symbol) const;
  EntityId find_opened(Symbol symbol, Span span);
  Memo search_opened(Symbol symbol) const;
  ModuleId find_namespace(const Name& name, bool& silent);
  void report_unknown(Symbol symbol, Span span);
  void report_ambiguous(Symbol symbol, Span span, const Memo& memo);
  /// The visible name nearest to `text`; empty when nothing is near.
  std::string nearest(std::string_view text) const;
  std::string nearest_exported(ModuleId module, std::string_view text) const;
  bool sees_builtins() const;
  Span import_place() const;

  Context& context_;
  std::vector<BoundLocal> locals_;
  std::vector<std::uint32_t> innermost_;  ///< by symbol: position + 1 in `locals_`
  std::vector<Memo> memo_;                ///< by symbol: what the opened modules give in `module`
  bool locals_hidden_ = false;
  std::size_t suggestions_left_ = 200;  ///< a search of all names for each fault of a broken file would take too long
};

/// Adds to a message about an unknown name at `span` that `name` may be meant, unless that is empty.
void suggest(Diagnostic& unknown, Span span, const std::string& name);

}  // namespace yyshader::frontend::yuyan::checking
