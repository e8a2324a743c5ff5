#include "ptx_machine/jobs.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace yyshader::ptx_machine {
namespace {

using nlohmann::json;

std::optional<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes;
}

bool write_file(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(file.flush());
}

/// A job's buffers with the names of their parameters.
struct JobBuffers {
  std::vector<Buffer> buffers;
  std::vector<std::string> parameters;
  std::vector<std::filesystem::path> files;

  Buffer* find(const std::string& parameter) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] == parameter) return &buffers[i];
    }
    return nullptr;
  }
};

/// Reads the job's buffers; the result says why that failed.
std::optional<std::string> read_buffers(const json& job, JobBuffers& result) {
  for (const json& source : job.at("buffers")) {
    const std::filesystem::path file = source.at("file").get<std::string>();
    auto bytes = read_file(file);
    if (!bytes) return "cannot read " + file.string();
    Buffer buffer;
    buffer.name = "p_g" + std::to_string(source.at("group").get<unsigned>()) + "_b" +
                  std::to_string(source.at("binding").get<unsigned>());
    buffer.bytes = std::move(*bytes);
    buffer.is_read_only = source.at("access") != "read_write";
    result.parameters.push_back(buffer.name);
    result.buffers.push_back(std::move(buffer));
    result.files.push_back(file);
  }
  return std::nullopt;
}

/// The byte sizes that `p_sizes` points to: one for each other parameter.
Buffer size_buffer(const std::vector<Argument>& arguments) {
  Buffer sizes;
  sizes.name = "p_sizes";
  sizes.is_read_only = true;
  for (const Argument& argument : arguments) {
    if (argument.buffer == nullptr) continue;
    const std::size_t size = argument.buffer->bytes.size();
    for (unsigned byte = 0; byte < 4; ++byte) sizes.bytes.push_back(static_cast<std::uint8_t>(size >> (8 * byte)));
  }
  return sizes;
}

std::optional<std::string> run_dispatch(Machine& machine, const json& dispatch, JobBuffers& buffers) {
  const auto name = dispatch.at("entry").get<std::string>();
  const Entry* const entry = machine.find_entry(name);
  if (entry == nullptr) return "the text has no entry " + name;
  if (!entry->required_block) return name + " does not say the size of its blocks (.reqntid)";
  std::vector<Argument> arguments;
  std::optional<std::size_t> sizes_at;
  for (const EntryParameter& parameter : entry->parameters) {
    Argument argument;
    if (parameter.name == "p_sizes") {
      sizes_at = arguments.size();
    } else {
      argument.buffer = buffers.find(parameter.name);
      if (argument.buffer == nullptr) return "the case has no buffer for the parameter " + parameter.name;
    }
    arguments.push_back(std::move(argument));
  }
  Buffer sizes = size_buffer(arguments);
  if (sizes_at) arguments[*sizes_at].buffer = &sizes;
  const auto grid = dispatch.at("workgroups").get<Size>();
  const LaunchResult result = machine.launch(name, grid, *entry->required_block, arguments);
  if (result.fault) return result.fault->message;
  return std::nullopt;
}

/// Why the job failed, if it did.
std::optional<std::string> run_job(const json& job, const Options& options) {
  const auto file = job.at("text").get<std::string>();
  const auto text = read_file(file);
  if (!text) return "cannot read " + file;
  Machine machine(options);
  const auto problems = machine.load({reinterpret_cast<const char*>(text->data()), text->size()});
  if (!problems.empty()) {
    std::string message;
    for (const Problem& problem : problems) message += describe(problem, "ptx") + "\n";
    return message;
  }
  JobBuffers buffers;
  if (auto fault = read_buffers(job, buffers)) return fault;
  for (const json& dispatch : job.at("dispatches")) {
    if (auto fault = run_dispatch(machine, dispatch, buffers)) return fault;
  }
  for (std::size_t i = 0; i < buffers.files.size(); ++i) {
    if (!write_file(buffers.files[i], buffers.buffers[i].bytes)) return "cannot write " + buffers.files[i].string();
  }
  return std::nullopt;
}

}  // namespace

bool run_jobs(const std::filesystem::path& list, const Options& options, std::ostream& out, std::ostream& error) {
  std::ifstream file(list);
  const json content = json::parse(file, nullptr, false);
  if (!file || !content.is_object() || !content.contains("jobs")) {
    error << list.string() << ": not a list of jobs\n";
    return false;
  }
  for (const json& job : content.at("jobs")) {
    std::optional<std::string> fault;
    try {
      fault = run_job(job, options);
    } catch (const json::exception& wrong) {  // a member is missing or of another type
      fault = std::string("the job is not of the form that the machine knows: ") + wrong.what();
    }
    json report = {{"name", job.value("name", "")}, {"error", nullptr}, {"facts", {{"subgroup_size", warp_size}}}};
    if (fault) report["error"] = *fault;
    out << report.dump() << '\n' << std::flush;
  }
  return true;
}

}  // namespace yyshader::ptx_machine
