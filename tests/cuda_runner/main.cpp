// Runs jobs on an NVIDIA GPU by yy/cuda.hpp (the form of the jobs is at the head of tests/run/executors/process.mjs):
//
//   cuda_runner JOBS.json      runs jobs
//   cuda_runner --available    exit code 0 with the device's name when there is a driver and a device, else 77 with why
//   not
//
// $YYSHADER_CUDA_DRIVER names another library than the system's driver.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "module_tables.hpp"
#include "yy/cuda.hpp"

namespace {

using nlohmann::json;
using yyshader::cuda_runner::ModuleTables;

constexpr int skipped = 77;

yy::cuda::Device open_device() {
  const char* const library = std::getenv("YYSHADER_CUDA_DRIVER");
  if (library == nullptr) return yy::cuda::Device(0);
  return yy::cuda::Device(0, std::make_shared<const yy::cuda::Driver>(library));
}

/// Throws when the file cannot be read.
std::vector<char> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return bytes;
}

void write_file(const std::filesystem::path& path, const std::vector<char>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

struct JobBuffer {
  std::uint32_t group;
  std::uint32_t binding;
  std::filesystem::path file;
  yy::cuda::Buffer memory;
};

/// The arguments that the entry takes, of all buffers of the job.
std::vector<yy::cuda::Argument> arguments_of(const yy::Entry& entry, const std::vector<JobBuffer>& buffers) {
  std::vector<yy::cuda::Argument> arguments;
  for (const JobBuffer& buffer : buffers) {
    for (const yy::Binding& binding : entry.bindings) {
      if (binding.group == buffer.group && binding.binding == buffer.binding)
        arguments.emplace_back(buffer.group, buffer.binding, buffer.memory);
    }
  }
  return arguments;
}

const yy::Entry& find_entry(const yy::Module& module, const std::string& ptx_name) {
  for (const yy::Entry& entry : module.entries) {
    if (entry.ptx_name == ptx_name) return entry;
  }
  throw std::runtime_error("the module has no entry " + ptx_name);
}

void run_job(const yy::cuda::Device& device, const json& job) {
  if (job.at("reflection").is_null()) throw std::runtime_error("a hand-written text has no tables to check against");
  const std::vector<char> text = read_file(job.at("text").get<std::string>());
  const std::vector<char> reflection = read_file(job.at("reflection").get<std::string>());
  const ModuleTables tables(json::parse(reflection), std::string(text.begin(), text.end()));
  const auto program = device.load(tables.module());
  std::vector<JobBuffer> buffers;
  for (const json& source : job.at("buffers")) {
    const std::filesystem::path file = source.at("file").get<std::string>();
    buffers.push_back({source.at("group"), source.at("binding"), file, device.allocate(read_file(file))});
  }
  for (const json& dispatch : job.at("dispatches")) {
    const yy::Entry& entry = find_entry(tables.module(), dispatch.at("entry"));
    const json& grid = dispatch.at("workgroups");
    program.kernel(entry.name).launch({grid.at(0), grid.at(1), grid.at(2)}, arguments_of(entry, buffers));
  }
  device.synchronize();
  for (const JobBuffer& buffer : buffers) write_file(buffer.file, buffer.memory.read<char>());
}

bool run_jobs(const yy::cuda::Device& device, const std::filesystem::path& list) {
  const json content = json::parse(read_file(list));
  bool is_complete = true;
  for (const json& job : content.at("jobs")) {
    json report = {{"name", job.value("name", "")}, {"error", nullptr}, {"facts", {{"subgroup_size", 32}}}};
    try {
      run_job(device, job);
    } catch (const yy::cuda::Error& error) {
      report["error"] = error.what();
      // A fault of a kernel leaves the context of no more use.
      is_complete = error.kind() != yy::cuda::ErrorKind::device;
    } catch (const std::exception& error) {
      report["error"] = error.what();
    }
    std::cout << report.dump() << std::endl;
    if (!is_complete) break;
  }
  return is_complete;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "cuda_runner JOBS.json | --available\n";
    return 2;
  }
  std::optional<yy::cuda::Device> device;
  try {
    device = open_device();
  } catch (const yy::cuda::Error& error) {
    std::cout << "skipped: " << error.what() << '\n';
    return skipped;
  }
  if (std::string(words[1]) == "--available") {
    std::cout << device->name() << " (compute capability " << device->compute_capability() << ")\n";
    return 0;
  }
  try {
    return run_jobs(*device, words[1]) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "cuda_runner: " << error.what() << '\n';
    return 1;
  }
}
