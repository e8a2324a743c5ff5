#include "driver/sarif.hpp"

#include <nlohmann/json.hpp>

namespace yyshader::driver {

std::string merge_sarif(const std::vector<std::string>& documents) {
  auto merged = nlohmann::ordered_json::parse(documents.front());
  for (std::size_t i = 1; i < documents.size(); ++i) {
    auto next = nlohmann::ordered_json::parse(documents[i]);
    for (auto& run : next.at("runs")) merged.at("runs").push_back(std::move(run));
  }
  return merged.dump(2) + "\n";
}

}  // namespace yyshader::driver
