#include "driver/fingerprint.hpp"

#include "driver/build_state.hpp"
#include "driver/record.hpp"

namespace yyshader::driver {

namespace {

template <typename Enumerators>
void write_all(RecordWriter& writer, const Enumerators& values) {
  writer.list(values, [&](const auto value) { writer.number(static_cast<std::uint64_t>(value)); });
}

}  // namespace

void write_settings(RecordWriter& writer, const CommandLine& line) {
  // Named one by one, so that a new option cannot be forgotten here.
  const auto& [packages, package_dependencies, discover_packages, required, cpu_form, prune, clamp_bounds,
               strict_floats, limits] = line.options;
  writer.text(build_identity());
  writer.list(packages, [&](const auto& package) { writer.text(package.first); });
  writer.list(package_dependencies, [&](const auto& package) {
    writer.text(package.first);
    writer.list(package.second, [&](const std::string& dependency) { writer.text(dependency); });
  });
  writer.flag(discover_packages);
  write_all(writer, required);
  writer.flag(cpu_form);
  writer.flag(prune);
  writer.flag(clamp_bounds);
  writer.flag(strict_floats);
  writer.list(limits.all(), [&](const std::uint64_t limit) { writer.number(limit); });
  write_all(writer, line.targets);
  write_all(writer, line.hosts);
  const auto& [name_space, ascii_aliases, ascii_files] = line.host_options;
  writer.flag(name_space.has_value());
  writer.text(name_space.value_or(""));
  writer.flag(ascii_aliases);
  writer.flag(ascii_files);
}

std::string fingerprint_of(const CommandLine& line, const std::string& file) {
  RecordWriter writer;
  write_settings(writer, line);
  writer.list(line.options.packages, [&](const auto& package) { writer.text(package.second); });
  writer.text(file);
  return content_hash(writer.written());
}

std::string presentation_of(const Report& report) {
  return support::to_decimal(static_cast<unsigned>(report.format())) + "," +
         support::to_decimal(static_cast<unsigned>(report.language())) + "," + (report.color() ? "1" : "0");
}

std::string state_path(const CommandLine& line, const std::string& file) {
  RecordWriter writer;
  writer.text(file);
  write_all(writer, line.hosts);
  return line.output_folder + "/.yyshader/" + content_hash(writer.written()) + ".state";
}

}  // namespace yyshader::driver
