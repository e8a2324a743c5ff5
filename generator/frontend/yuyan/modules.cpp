#include "frontend/yuyan/modules.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "frontend/yuyan/package_map.hpp"
#include "frontend/yuyan/parser.hpp"
#include "frontend/yuyan/path_text.hpp"

namespace yyshader::frontend::yuyan {
namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

constexpr std::string_view source_suffix = "。着色器。豫";
constexpr std::string_view declarations_suffix = "。着色器。接口。豫";
constexpr std::string_view generated_suffix = "。着色生成。豫";
constexpr std::string_view package_module_name = "总集";  ///< what an import of one segment means

/// Where an import leads: a file, the builtin module, or nowhere (with the note that says why).
struct Target {
  std::string file;
  ModuleKind kind = ModuleKind::source;
  const Package* package = nullptr;
  bool builtin = false;
  std::vector<diagnostics::Note> notes;
  bool found() const { return builtin || !file.empty(); }
};

/// 「包」之「文件夹」之「名」
std::string quoted_path(std::string_view package, std::span<const std::string> path) {
  std::string text;
  const auto append = [&text](std::string_view segment) {
    if (!text.empty()) text += "之";
    text += "「" + std::string(segment) + "」";
  };
  if (!package.empty()) append(package);
  for (const std::string& segment : path) append(segment);
  return text;
}

bool can_be_file_name(std::string_view segment) {
  return !segment.empty() && segment != "." && segment != ".." &&
         segment.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

class Loader {
 public:
  Loader(const source::FileSystem& files, const std::string& path, const LoadOptions& options)
      : options_(options), reader_(files, options, !path_text::is_absolute(path), program_) {}

  Program run(const std::string& path, std::optional<std::string> text) {
    load_builtin();
    const std::string given = path_text::is_absolute(path) ? path : path_text::join(options_.working_directory, path);
    const std::string file = path_text::normalised(given);
    PackageMap packages(reader_, options_);
    packages_ = &packages;
    if (open_entry(file, std::move(text))) load_all();
    return std::move(program_);
  }

 private:
  /// A module whose imports are being followed. Modules wait for the ones they import; the chain of imports is as deep
  /// as the program's, so it is kept here and not on the stack.
  struct Loading {
    Module module;
    const Package* package = nullptr;
    std::string file;
    std::size_t next_import = 0;
  };

  void report(Diagnostic diagnostic) { program_.diagnostics.push_back(std::move(diagnostic)); }

  void load_builtin() {
    Module module;
    module.package = builtin_package_name;
    module.path = {std::string(builtin_module_name)};
    module.display = quoted_path(module.package, module.path);
    module.kind = ModuleKind::declarations;
    module.builtin = true;
    module.file = program_.sources.add(options_.builtin_path, std::string(options_.builtin_declarations));
    parse(module);
    program_.builtin = ModuleId(program_.modules.size());
    program_.modules.push_back(std::move(module));
  }

  /// Everything but the module that was asked for.
  bool is_import(const Module& module) const { return module.builtin || !loading_.empty(); }

  void parse(Module& module) {
    const FileRole role = module.kind == ModuleKind::source ? FileRole::source : FileRole::declarations;
    const std::string_view text = program_.sources.text(module.file);
    ParsedFile parsed = is_import(module) && options_.parsed != nullptr
                            ? options_.parsed->parse(module.file, text, role, program_.symbols)
                            : parse_file(module.file, text, role, program_.symbols);
    module.tree = std::move(parsed.tree);
    std::move(parsed.diagnostics.begin(), parsed.diagnostics.end(), std::back_inserter(program_.diagnostics));
    std::size_t index = 0;
    for (const Declaration& declaration : module.tree.declarations()) {
      const DeclarationId id(index++);
      if (declaration.kind != DeclarationKind::import) continue;
      ModuleImport import;
      import.declaration = id;
      import.span = declaration.span;
      import.path_span = declaration.span;
      import.binds = declaration.binds;
      import.opens = declaration.opens;
      import.reexports = declaration.reexports;
      const auto path = module.tree.items(declaration.path);
      if (!path.empty()) {
        import.path_span = source::Span::cover(path.front().span, path.back().span);
        if (declaration.binds) import.bound = path.back().symbol;
      }
      module.imports.push_back(import);
    }
  }

  // ---- The entry ----

  bool open_entry(const std::string& file, std::optional<std::string> text) {
    const std::string_view name = path_text::file_name(file);
    if (name.ends_with(generated_suffix)) {
      report(diagnose<MessageId::file_name_reserved>({}, Text{reader_.shown(file)}));
      return false;
    }
    const bool is_declarations = name.ends_with(declarations_suffix);
    const bool fits = is_declarations || name.ends_with(source_suffix);
    if (!fits && !text) {
      const bool exists = reader_.kind(file) == source::EntryKind::file;
      Diagnostic fault = diagnose<MessageId::file_name_unfit>({}, Text{reader_.shown(file)});
      if (!exists) reader_.read(file, fault);
      report(std::move(fault));
      return false;
    }
    const std::string folder = path_text::parent(file).value_or("");
    const Package& package = packages_->of_folder(folder);
    if (text && text->size() > source::largest_file) {
      report(diagnose<MessageId::file_too_large>({}, Text{reader_.shown(file)}));
      return false;
    }
    Diagnostic fault;
    const std::optional<source::FileId> id =
        text ? program_.sources.add(reader_.shown(file), std::move(*text)) : reader_.read(file, fault);
    if (!id) {
      report(std::move(fault));
      return false;
    }
    begin_module(file, *id, package, is_declarations ? ModuleKind::declarations : ModuleKind::source);
    return true;
  }

  void begin_module(const std::string& file, source::FileId id, const Package& package, ModuleKind kind) {
    Loading loading;
    loading.file = file;
    loading.package = &package;
    loading.module.package = package.name;
    loading.module.kind = kind;
    loading.module.file = id;
    std::string_view rest = path_text::below(package.root, file).value_or(path_text::file_name(file));
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      loading.module.path.emplace_back(rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
    }
    const std::string_view suffix = kind == ModuleKind::source ? source_suffix : declarations_suffix;
    if (rest.ends_with(suffix)) rest.remove_suffix(suffix.size());
    loading.module.path.emplace_back(rest);
    loading.module.display = quoted_path(package.name, loading.module.path);
    parse(loading.module);
    states_[file] = {State::loading, {}};
    loading_.push_back(std::move(loading));
  }

  // ---- Imports ----

  void load_all() {
    while (!loading_.empty()) {
      Loading& current = loading_.back();
      if (current.next_import == current.module.imports.size()) {
        finish();
      } else {
        follow(current.next_import++);
      }
    }
    program_.entry = ModuleId(program_.modules.size() - 1);
  }

  /// All imports of the module on top are there: it takes its place, and the one that waits for it learns where.
  void finish() {
    const ModuleId id(program_.modules.size());
    states_[loading_.back().file] = {State::done, id};
    program_.modules.push_back(std::move(loading_.back().module));
    loading_.pop_back();
    if (loading_.empty()) return;
    Loading& user = loading_.back();
    user.module.imports[user.next_import - 1].module = id;
  }

  /// Resolves one import of the module on top; a module not met before is opened and gets on top itself.
  void follow(std::size_t index) {
    Loading& current = loading_.back();
    ModuleImport& import = current.module.imports[index];
    const Declaration& declaration = current.module.tree.declaration(import.declaration);
    std::vector<std::string> segments;
    for (const Name& segment : current.module.tree.items(declaration.path)) {
      segments.emplace_back(program_.symbols.text(segment.symbol));
    }
    if (segments.empty()) return;  // reported by the parser
    const Target target = resolve(segments, *current.package);
    if (!target.found()) {
      if (declaration.sound) {
        Diagnostic fault = diagnose<MessageId::module_not_found>(import.path_span, Text{quoted_path("", segments)});
        fault.notes = target.notes;
        report(std::move(fault));
      }
      return;
    }
    if (target.builtin) {
      import.module = program_.builtin;
      return;
    }
    const auto known = states_.find(target.file);
    if (known == states_.end()) {
      open_import(target, import.path_span);
    } else if (known->second.state == State::done) {
      import.module = known->second.module;
    } else if (known->second.state == State::loading) {
      report_cycle(target.file);
    }
  }

  void open_import(const Target& target, source::Span place) {
    Diagnostic fault;
    if (const auto id = reader_.read(target.file, fault)) {
      begin_module(target.file, *id, *target.package, target.kind);
      return;
    }
    fault.primary = place;
    states_[target.file] = {State::failed, {}};
    report(std::move(fault));
  }

  /// `file` is being loaded and the module on top imports it: shows the whole way round.
  void report_cycle(const std::string& file) {
    std::size_t first = 0;
    while (loading_[first].file != file) ++first;
    std::string cycle;
    for (std::size_t i = first; i < loading_.size(); ++i) cycle += loading_[i].module.display + " → ";
    cycle += loading_[first].module.display;
    const auto current_import = [](const Loading& user) { return user.module.imports[user.next_import - 1].span; };
    const source::Span place = current_import(loading_.back());
    if (first + 1 == loading_.size()) {
      report(diagnose<MessageId::import_itself>(place, Text{cycle}));
      return;
    }
    Diagnostic fault = diagnose<MessageId::import_cycle>(place, Text{cycle});
    for (std::size_t i = first; i + 1 < loading_.size(); ++i) {
      fault = std::move(fault).note(current_import(loading_[i]),
                                    message<MessageId::note_imported_here>(Text{loading_[i + 1].module.display}));
    }
    report(std::move(fault));
  }

  Target resolve(const std::vector<std::string>& segments, const Package& from) {
    Target target;
    const std::string& package_name = segments.front();
    if (package_name == builtin_package_name) {
      target.builtin = segments.size() == 2 && segments[1] == builtin_module_name;
      if (!target.builtin) target.notes.push_back({{}, message<MessageId::note_builtin_modules>()});
      return target;
    }
    for (const std::string& segment : segments) {
      if (can_be_file_name(segment)) continue;
      target.notes.push_back({{}, message<MessageId::note_segment_unfit>(diagnostics::Name{segment})});
      return target;
    }
    const Package* package = packages_->find(package_name, from);
    if (package == nullptr) {
      target.notes.push_back({{}, message<MessageId::note_unknown_package>(diagnostics::Name{package_name})});
      for (const std::string& path : packages_->nameless_descriptions()) {
        target.notes.push_back({{}, message<MessageId::note_broken_description>(Text{path})});
      }
    } else if (!PackageMap::may_import(from, *package, packages_->is_explicit(package_name))) {
      target.notes.push_back(undeclared(package_name, from));
    } else {
      target.package = package;
      find_module(target, segments);
    }
    return target;
  }

  static diagnostics::Note undeclared(const std::string& package_name, const Package& from) {
    const diagnostics::Name wanted{package_name};
    if (from.name.empty()) return {{}, message<MessageId::note_anonymous_package>(diagnostics::Name(wanted))};
    const diagnostics::Name user{from.name};
    if (from.description_path.empty()) {
      return {{},
              message<MessageId::note_undeclared_dependency_given>(diagnostics::Name(user), diagnostics::Name(wanted))};
    }
    return {from.description.dependencies_span,
            message<MessageId::note_undeclared_dependency>(diagnostics::Name(user), diagnostics::Name(wanted))};
  }

  /// Looks for the module's file below its package: a source first, then declarations.
  void find_module(Target& target, const std::vector<std::string>& segments) {
    std::string folder = target.package->root;
    for (std::size_t i = 1; i + 1 < segments.size(); ++i) {
      folder = path_text::join(folder, segments[i]);
      if (reader_.kind(folder) == source::EntryKind::directory) continue;
      target.notes.push_back({{}, message<MessageId::note_missing_folder>(Text{reader_.shown(folder)})});
      return;
    }
    if (reader_.kind(folder) != source::EntryKind::directory) {
      target.notes.push_back({{}, message<MessageId::note_missing_folder>(Text{reader_.shown(folder)})});
      return;
    }
    const std::string name = segments.size() == 1 ? std::string(package_module_name) : segments.back();
    const auto exists = [&](std::string_view suffix) {
      return reader_.kind(path_text::join(folder, name + std::string(suffix))) != source::EntryKind::missing;
    };
    for (const ModuleKind kind : {ModuleKind::source, ModuleKind::declarations}) {
      const std::string_view suffix = kind == ModuleKind::source ? source_suffix : declarations_suffix;
      if (!exists(suffix)) continue;
      target.file = path_text::join(folder, name + std::string(suffix));
      target.kind = kind;
      return;
    }
    for (const std::string_view suffix : {"。豫", "。接口。豫", "。应用接口。豫"}) {
      if (!exists(suffix)) continue;
      const std::string path = path_text::join(folder, name + std::string(suffix));
      target.notes.push_back({{}, message<MessageId::note_ordinary_module>(Text{reader_.shown(path)})});
      return;
    }
    target.notes.push_back({{},
                            message<MessageId::note_missing_module>(Text{reader_.shown(folder)},
                                                                    Text{name + std::string(source_suffix)})});
  }

  enum class State { loading, done, failed };
  struct FileState {
    State state = State::failed;
    ModuleId module;
  };

  const LoadOptions& options_;
  Program program_;
  FileReader reader_;
  PackageMap* packages_ = nullptr;
  std::map<std::string, FileState> states_;
  std::vector<Loading> loading_;
};

}  // namespace

Program load_program(const source::FileSystem& files, const std::string& path, const LoadOptions& options) {
  return Loader(files, path, options).run(path, std::nullopt);
}

Program load_program(const source::FileSystem& files, const std::string& path, std::string text,
                     const LoadOptions& options) {
  return Loader(files, path, options).run(path, std::move(text));
}

}  // namespace yyshader::frontend::yuyan
