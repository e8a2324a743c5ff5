#include "cpu_machine/jobs.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cpu_machine/compiler.hpp"
#include "cpu_machine/guarded_memory.hpp"

namespace yyshader::cpu_machine {
namespace {

using nlohmann::json;

/// Lanes of a subgroup: YYSHADER_CPU_SUBGROUP_SIZE, else 32.
std::uint32_t chosen_subgroup_size() {
  const char* const chosen = std::getenv("YYSHADER_CPU_SUBGROUP_SIZE");
  return chosen == nullptr ? 32 : static_cast<std::uint32_t>(std::strtoul(chosen, nullptr, 10));
}

/// Something that keeps a job from being run, other than what yy::cpu::run says.
struct JobError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Buffer {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  bool is_written = false;
  std::filesystem::path file;
  GuardedMemory bytes;

  yy::cpu::Argument argument() {
    const GuardedMemory& read_only = bytes;
    if (!is_written) return {group, binding, read_only};
    return {group, binding, bytes};
  }
};

Buffer read_buffer(const json& source) {
  const auto path = source.at("file").get<std::string>();
  std::ifstream file(path, std::ios::binary);
  if (!file) throw JobError("cannot read " + path);
  const std::vector<std::uint8_t> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return {source.at("group").get<std::uint32_t>(), source.at("binding").get<std::uint32_t>(),
          source.at("access") == "read_write", path, GuardedMemory(content)};
}

/// A texture whose texels the file holds, four floats each.
struct Texture {
  std::uint32_t group;
  std::uint32_t binding;
  yy::cpu::Texels<float> texels;
};

Texture read_texture(const json& source) {
  const auto [width, height] = source.at("size").get<std::array<std::uint32_t, 2>>();
  Texture texture{source.at("group").get<std::uint32_t>(), source.at("binding").get<std::uint32_t>(), {width, height}};
  const std::filesystem::path path = source.at("file").get<std::string>();
  std::ifstream file(path, std::ios::binary);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      file.read(reinterpret_cast<char*>(texture.texels.at(x, y).data()), 4 * sizeof(float));
    }
  }
  if (!file) throw JobError("cannot read " + path.string());
  return texture;
}

void write_back(const Buffer& buffer) {
  if (!buffer.bytes.is_untouched()) throw JobError("writes behind the end of " + buffer.file.filename().string());
  std::ofstream file(buffer.file, std::ios::binary);
  file.write(reinterpret_cast<const char*>(buffer.bytes.data()), static_cast<std::streamsize>(buffer.bytes.size()));
  if (!file.flush()) throw JobError("cannot write " + buffer.file.string());
}

/// Those of the resources that the entry uses: a case may have others for its other dispatches.
std::vector<yy::cpu::Argument> arguments_of(const yy::cpu::Program& program, const std::string& entry,
                                            std::vector<Buffer>& buffers, const std::vector<Texture>& textures) {
  std::vector<yy::cpu::Argument> result;
  const yy::Entry* const found = program.module->find_entry(entry);
  if (found == nullptr) return result;  // yy::cpu::run says so
  const auto is_used = [&](const auto& resource) {
    return std::any_of(found->bindings.begin(), found->bindings.end(), [&](const yy::Binding& binding) {
      return binding.group == resource.group && binding.binding == resource.binding;
    });
  };
  for (Buffer& buffer : buffers) {
    if (is_used(buffer)) result.push_back(buffer.argument());
  }
  for (const Texture& texture : textures) {
    if (is_used(texture)) result.emplace_back(texture.group, texture.binding, texture.texels);
  }
  return result;
}

void run_job(const json& job, const yy::cpu::Program& program) {
  std::vector<Buffer> buffers;
  for (const json& buffer : job.at("buffers")) buffers.push_back(read_buffer(buffer));
  std::vector<Texture> textures;
  for (const json& texture : job.at("textures")) textures.push_back(read_texture(texture));
  yy::cpu::Options options;
  options.subgroup_size = chosen_subgroup_size();
  for (const json& dispatch : job.at("dispatches")) {
    const auto entry = dispatch.at("entry").get<std::string>();
    const auto [x, y, z] = dispatch.at("workgroups").get<std::array<std::uint32_t, 3>>();
    yy::cpu::run(program, entry, {x, y, z}, arguments_of(program, entry, buffers, textures), options);
  }
  for (const Buffer& buffer : buffers) write_back(buffer);
}

/// Why the job failed, if it did.
std::string try_job(const json& job, const yy::cpu::Program& program) {
  try {
    run_job(job, program);
    return {};
  } catch (const yy::cpu::Error& error) {
    return error.what();
  } catch (const JobError& error) {
    return error.what();
  } catch (const std::system_error& error) {
    return error.what();
  } catch (const json::exception& wrong) {  // a member is missing or of another type
    return std::string("the job is not of the form that the machine knows: ") + wrong.what();
  }
}

std::string read_all(int from) {
  std::string result;
  char piece[4096];
  for (ssize_t count = read(from, piece, sizeof piece); count > 0; count = read(from, piece, sizeof piece)) {
    result.append(piece, static_cast<std::size_t>(count));
  }
  return result;
}

/// Runs the job in a child, so that one that crashes ends only itself; what the child says on its standard error, for
/// example of undefined behaviour, is part of the message.
std::string run_in_child(const json& job, const yy::cpu::Program& program) {
  int ends[2];
  if (pipe(ends) != 0) return std::string("no pipe: ") + std::strerror(errno);
  const pid_t child = fork();
  if (child < 0) return std::string("no child process: ") + std::strerror(errno);
  if (child == 0) {
    close(ends[0]);
    dup2(ends[1], STDERR_FILENO);
    const std::string message = try_job(job, program);
    const bool is_told = write(ends[1], message.data(), message.size()) == static_cast<ssize_t>(message.size());
    _exit(message.empty() && is_told ? 0 : 1);
  }
  close(ends[1]);
  std::string message = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && message.empty()) return {};
  if (WIFSIGNALED(status)) message += "ended by signal " + std::to_string(WTERMSIG(status));
  return message.empty() ? "ended with exit code " + std::to_string(WEXITSTATUS(status)) : message;
}

/// The distinct programs of all jobs, and for each job which it is.
struct Programs {
  std::vector<Source> sources;
  std::vector<std::size_t> of_job;
};

Programs programs_of(const json& jobs) {
  Programs result;
  std::map<std::string, std::size_t> known;
  for (const json& job : jobs) {
    const std::string name = job.value("program", "");
    const auto [place, is_new] = known.try_emplace(name, result.sources.size());
    if (is_new) result.sources.push_back({job.value("text", ""), name, nullptr, {}});
    result.of_job.push_back(place->second);
  }
  return result;
}

}  // namespace

bool run_jobs(const std::filesystem::path& list, std::ostream& out, std::ostream& error) {
  std::ifstream file(list);
  const json content = json::parse(file, nullptr, false);
  if (!file || !content.is_object() || !content.contains("jobs")) {
    error << list.string() << ": not a list of jobs\n";
    return false;
  }
  const json& jobs = content.at("jobs");
  Programs programs = programs_of(jobs);
  compile(programs.sources, list.parent_path());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Source& source = programs.sources[programs.of_job[i]];
    const std::string fault = source.program == nullptr ? source.error : run_in_child(jobs[i], *source.program);
    json report = {{"name", jobs[i].value("name", "")},
                   {"error", nullptr},
                   {"facts", {{"subgroup_size", chosen_subgroup_size()}}}};
    if (!fault.empty()) report["error"] = fault;
    out << report.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
  }
  return true;
}

}  // namespace yyshader::cpu_machine
