#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::ir::text {

/// Gives things that may share a name a label each: the first is `name`, the next ones `name#2`, `name#3` …
class Labels {
 public:
  std::string next(std::string_view name);

 private:
  std::unordered_map<std::string, unsigned> counts_;
};

/// The labels of a module's items, numbered in the order of its items; by id.
struct ItemLabels {
  explicit ItemLabels(const Module& module);

  std::vector<std::string> structs;
  std::vector<std::string> globals;
  std::vector<std::string> constants;
  std::vector<std::string> functions;
};

/// Appends a type; `structs` holds the struct's labels by id.
void append_type(std::string& out, const Module& module, const std::vector<std::string>& structs, TypeId type);

}  // namespace yyshader::ir::text
