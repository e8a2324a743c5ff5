#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/msl/msl.hpp"
#include "backend/structured/text.hpp"
#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"
#include "pipeline/options.hpp"
#include "pipeline/shared_work.hpp"
#include "reflect/model.hpp"
#include "source/file_system.hpp"
#include "source/source_map.hpp"

namespace yyshader::pipeline {

/// One target's text, or the reason why there is none.
struct TargetResult {
  backend::structured::TargetText text;  ///< when failed: one comment line with the reason
  bool failed = false;
};

/// The MSL text for the CPU, or the reason why there is none.
struct CpuResult {
  std::string text;
  backend::msl::CpuForm form;
  std::string reason;
};

/// What a compilation gives. `diagnostics` holds everything found; when it has errors, `module` and the texts are
/// absent.
struct Compilation {
  source::SourceMap sources;
  std::string package;                    ///< of the compiled source; empty: anonymous
  std::vector<std::string> module_path;   ///< folders below the package's root, then the source's name
  std::vector<std::string> source_names;  ///< by FileId: package and path, the same on every machine
  std::vector<std::string> files_read;    ///< every file looked into, for the depfile, in order of reading
  diagnostics::Diagnostics diagnostics;
  std::optional<ir::Module> module;  ///< forwarded and legal for the structured targets
  pass::InterfacePlan plan;
  pass::Names names;
  std::map<Target, TargetResult> texts;
  std::optional<CpuResult> cpu;  ///< only where the options ask for it
};

/// Compiles `path` (UTF-8) as found in `files`. `text`, when given, stands for the content of `path` (standard input).
/// `targets`: which texts to make; none only checks. `shared`, when given, is what other compilations left to share.
/// Never throws for faults of the input.
Compilation compile(const Options& options, const source::FileSystem& files, const std::string& path,
                    const std::vector<Target>& targets, std::optional<std::string> text = std::nullopt,
                    SharedWork* shared = nullptr);

/// The model of everything that a host may want to know (spec 3.1), from a compilation without errors.
reflect::Model reflect_model(const Compilation& compilation);

}  // namespace yyshader::pipeline
