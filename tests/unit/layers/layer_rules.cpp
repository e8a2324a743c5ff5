#include "layer_rules.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace yyshader::tests {

namespace {

using Layers = std::set<std::string>;

Layers with(Layers lower, std::initializer_list<std::string> more) {
  lower.insert(more.begin(), more.end());
  return lower;
}

bool is_front_end(std::string_view layer) { return layer.starts_with("frontend/"); }

std::string_view first_folders(std::string_view path, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != std::string_view::npos; ++i) end = path.find('/', end == 0 ? 0 : end + 1);
  return end == std::string_view::npos ? std::string_view() : path.substr(0, end);
}

bool may_include(const std::string& from, const std::string& to) {
  if (from == to) return true;
  const auto& table = allowed_layers();
  const auto row = table.find(is_front_end(from) ? "frontend/yuyan" : from);
  if (row == table.end()) return false;
  return row->second.contains(is_front_end(to) ? "frontend/yuyan" : to);
}

bool is_cpp(const std::filesystem::path& path) {
  const auto extension = path.extension();
  return extension == ".hpp" || extension == ".cpp" || extension == ".def" || extension == ".inc";
}

/// Depth-first search with its own stack; finds the first circle in the order of the paths.
class CircleFinder {
 public:
  explicit CircleFinder(const FileTexts& files) {
    for (const auto& [path, text] : files) {
      for (auto& include : quoted_includes(text)) {
        if (files.contains(include)) edges_[path].push_back(std::move(include));
      }
    }
  }

  std::vector<std::string> find() {
    for (const auto& [path, unused] : edges_) {
      if (auto circle = search_from(path); !circle.empty()) return circle;
    }
    return {};
  }

 private:
  std::vector<std::string> search_from(const std::string& start) {
    std::vector<std::pair<std::string, std::size_t>> path;
    const auto enter = [&](const std::string& file) {
      if (finished_.contains(file)) return;
      path.emplace_back(file, 0);
    };
    enter(start);
    while (!path.empty()) {
      auto& [file, next] = path.back();
      const auto& targets = edges_[file];
      if (next == targets.size()) {
        finished_.insert(file);
        path.pop_back();
        continue;
      }
      const std::string target = targets[next++];
      const auto open = std::find_if(path.begin(), path.end(), [&](const auto& step) { return step.first == target; });
      if (open == path.end()) {
        enter(target);
        continue;
      }
      std::vector<std::string> circle;
      for (auto step = open; step != path.end(); ++step) circle.push_back(step->first);
      circle.push_back(target);
      return circle;
    }
    return {};
  }

  std::map<std::string, std::vector<std::string>> edges_;
  std::set<std::string> finished_;
};

}  // namespace

const std::map<std::string, std::set<std::string>>& allowed_layers() {
  static const auto table = [] {
    const Layers below_ir = {"support", "source", "diagnostics"};
    const Layers ir_and_below = with(below_ir, {"ir"});
    const Layers pass_and_below = with(ir_and_below, {"pass"});
    const Layers dialect = with(pass_and_below, {"backend/structured"});
    const Layers reflect_and_below = with(pass_and_below, {"reflect"});
    const Layers pipeline = with(reflect_and_below, {"host", "frontend/yuyan", "backend/structured", "backend/wgsl",
                                                     "backend/msl", "backend/ptx"});
    return std::map<std::string, Layers>{
        {"support", {}},
        {"source", {"support"}},
        {"diagnostics", {"support", "source"}},
        {"ir", below_ir},
        {"frontend/yuyan", ir_and_below},
        {"pass", ir_and_below},
        {"backend/structured", pass_and_below},
        {"backend/wgsl", dialect},
        {"backend/msl", dialect},
        {"backend/ptx", pass_and_below},
        {"reflect", pass_and_below},
        {"host", reflect_and_below},
        {"pipeline", pipeline},
        {"driver", with(pipeline, {"pipeline"})},
    };
  }();
  return table;
}

std::string layer_of(std::string_view path) {
  const std::string_view folder = first_folders(path, 1);
  if (folder == "frontend" || folder == "backend") return std::string(first_folders(path, 2));
  return std::string(folder);
}

std::vector<std::string> quoted_includes(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto skip = [&line](std::string_view expected) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with(expected)) return false;
      line.remove_prefix(expected.size());
      return true;
    };
    if (skip("#") && skip("include") && skip("\"")) found.emplace_back(line.substr(0, line.find('"')));
  }
  return found;
}

FileTexts read_tree(const std::filesystem::path& root) {
  FileTexts files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || !is_cpp(entry.path())) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files.emplace(entry.path().lexically_relative(root).generic_string(),
                  std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  return files;
}

std::vector<std::string> forbidden_includes(const FileTexts& files) {
  std::vector<std::string> found;
  for (const auto& [path, text] : files) {
    const std::string from = layer_of(path);
    if (!is_front_end(from) && !allowed_layers().contains(from)) found.push_back(path + ": no layer owns this file");
    for (const auto& include : quoted_includes(text)) {
      const std::string to = layer_of(include);
      if (!may_include(from, to)) found.push_back(path + ": a file of " + from + " includes " + include);
    }
  }
  return found;
}

std::vector<std::string> include_circle(const FileTexts& files) { return CircleFinder(files).find(); }

}  // namespace yyshader::tests
