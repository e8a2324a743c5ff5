#include "module_tables.hpp"

#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

namespace yyshader::cuda_runner {

using nlohmann::json;

struct ModuleTables::Storage {
  std::deque<std::string> words;
  std::deque<std::vector<yy::Binding>> bindings;
  std::vector<yy::Entry> entries;
  yy::Module module;

  std::string_view word(const json& value) {
    return words.emplace_back(value.is_null() ? std::string() : value.get<std::string>());
  }
};

namespace {

std::uint32_t index_of(const json& value) { return value.is_null() ? yy::no_index : value.get<std::uint32_t>(); }

yy::Access access_of(const std::string& word) {
  if (word == "read") return yy::Access::read;
  return word == "write" ? yy::Access::write : yy::Access::read_write;
}

yy::BindingKind kind_of(const std::string& word) {
  if (word == "storage_buffer") return yy::BindingKind::storage_buffer;
  if (word == "uniform_buffer") return yy::BindingKind::uniform_buffer;
  return word == "texture" ? yy::BindingKind::texture : yy::BindingKind::sampler;
}

yy::Stage stage_of(const std::string& word) {
  if (word == "compute") return yy::Stage::compute;
  return word == "vertex" ? yy::Stage::vertex : yy::Stage::fragment;
}

}  // namespace

ModuleTables::ModuleTables(const json& reflection, std::string text) : storage_(std::make_unique<Storage>()) {
  Storage& storage = *storage_;
  for (const json& source : reflection.at("entries")) {
    std::vector<yy::Binding>& bindings = storage.bindings.emplace_back();
    for (const json& row : source.at("bindings")) {
      yy::Binding binding;
      binding.name = storage.word(row.at("name"));
      binding.identifier = storage.word(row.at("identifier"));
      binding.kind = kind_of(row.at("kind"));
      binding.access = access_of(row.at("access"));
      binding.group = row.at("group");
      binding.binding = row.at("binding");
      binding.ptx_parameter = index_of(row.at("ptx_parameter"));
      binding.type = storage.word(row.at("type"));
      binding.size = row.at("size").is_null() ? 0 : row.at("size").get<std::uint64_t>();
      binding.stride = row.at("stride").is_null() ? 0 : row.at("stride").get<std::uint64_t>();
      binding.runtime_sized = row.at("runtime_sized");
      binding.asks_size = row.at("asks_size");
      bindings.push_back(binding);
    }
    yy::Entry entry;
    entry.name = storage.word(source.at("name"));
    entry.function = storage.word(source.at("function"));
    entry.ptx_name = storage.word(source.at("ptx_name"));
    entry.stage = stage_of(source.at("stage"));
    if (entry.stage == yy::Stage::compute) {
      for (std::size_t i = 0; i < 3; ++i) entry.workgroup_size[i] = source.at("workgroup_size").at(i);
    }
    entry.ptx_sizes_parameter = index_of(source.at("ptx_sizes_parameter"));
    entry.bindings = {bindings.data(), bindings.size()};
    storage.entries.push_back(entry);
  }
  storage.module.name = storage.word(reflection.at("module").back());
  storage.module.ptx.text = storage.words.emplace_back(std::move(text));
  storage.module.ptx.available = reflection.at("texts").at("ptx").at("available");
  storage.module.entries = {storage.entries.data(), storage.entries.size()};
}

ModuleTables::~ModuleTables() = default;

const yy::Module& ModuleTables::module() const { return storage_->module; }

}  // namespace yyshader::cuda_runner
