#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// The output names of one function's own things.
struct FunctionNames {
  std::vector<std::string> parameters;
  std::vector<std::string> locals;                    ///< by LocalId
  std::unordered_map<ir::ValueId, std::string> lets;  ///< by the value that a `let` names, temporaries too
};

/// Every name of the structured targets' texts (one set for WGSL and MSL, spec 2.1), and the PTX entry names.
struct Names {
  std::vector<std::string> structs;               ///< by StructId
  std::vector<std::vector<std::string>> members;  ///< by StructId and member index
  std::vector<std::string> globals;               ///< by GlobalId
  std::vector<std::string> constants;             ///< by ConstantId
  std::vector<std::string> functions;             ///< by FunctionId; an entry's function has the entry's name
  std::vector<FunctionNames> function_names;      ///< by FunctionId
};

/// Names a module whose effects are forwarded (spec 2.1): legal in both targets, no two alike in one scope, temporaries
/// numbered in the order of their declarations in the text.
Names assign_names(const ir::Module& module);

/// The spelling that a name gets before clashes are resolved: kept, `豫_`-prefixed, or escaped (spec 2.1).
std::string legal_name(std::string_view name);

/// The ASCII form of a structured name: bytes other than letters and digits become `_` and two hex digits, with
/// `prefix` before (`yy` entry, `ys` workgroup variable): 加倍 → yy_e5_8a_a0_e5_80_8d (spec 2.1, 着十).
std::string ascii_name(std::string_view prefix, std::string_view name);

}  // namespace yyshader::pass
