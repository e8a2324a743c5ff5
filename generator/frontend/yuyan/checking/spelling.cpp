#include "frontend/yuyan/checking/spelling.hpp"

#include <algorithm>
#include <vector>

#include "support/utf8.hpp"

namespace yyshader::frontend::yuyan::checking {
namespace {

/// Names longer than this, in bytes, are not compared: that takes time by the square of their length.
constexpr std::size_t longest_name = 120;

std::u32string code_points(std::string_view text) {
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto point = support::decode_utf8(text, i);
    result.push_back(point ? point->value : U'?');
    i += point ? point->length : 1;
  }
  return result;
}

/// How many characters must be inserted, removed or replaced, or `limit` + 1 when it is more.
std::size_t edit_distance(const std::u32string& a, const std::u32string& b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return std::min(row[b.size()], limit + 1);
}

}  // namespace

NearestName::NearestName(std::string_view mistyped) {
  if (mistyped.size() > longest_name) return;
  wanted_ = code_points(mistyped);
  // In a name of one character nothing is left when that one is wrong.
  if (wanted_.size() < 2) wanted_.clear();
  limit_ = std::max<std::size_t>(1, wanted_.size() / 3);
}

void NearestName::consider(std::string_view name) {
  if (wanted_.empty() || limit_ == 0 || name.size() > longest_name) return;
  const std::size_t distance = edit_distance(wanted_, code_points(name), limit_);
  if (distance > limit_ || distance >= wanted_.size()) return;
  found_ = name;
  limit_ = distance - 1;
}

}  // namespace yyshader::frontend::yuyan::checking
