// ptx_machine: runs jobs (jobs.hpp), or says what the machine thinks of texts. docs/ptx-machine.md

#include <boost/program_options.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "ptx_machine/jobs.hpp"
#include "ptx_machine/machine.hpp"

namespace {

namespace program_options = boost::program_options;
using namespace yyshader::ptx_machine;

program_options::options_description describe_options() {
  program_options::options_description options(
      "ptx_machine [options] JOBS.json\nptx_machine --check FILE.ptx...\n\nOptions");
  options.add_options()("help", "show this")("check", "decode PTX files and list their entries; run nothing")(
      "approx", program_options::value<std::string>()->default_value("exact"),
      "results of approximate instructions: exact, or worst: as far off as the manual allows")(
      "schedule", program_options::value<std::string>()->default_value("lockstep"),
      "lockstep; warps or threads: run them in a random order")(
      "seed", program_options::value<std::uint64_t>()->default_value(1), "of the random order")(
      "limit", program_options::value<std::uint64_t>()->default_value(Options{}.instruction_limit),
      "instructions of single threads that a launch may run")("no-races", "do not look for data races")(
      "no-undefined", "let undefined values pass")("file", program_options::value<std::vector<std::string>>());
  return options;
}

/// Words of PTX_MACHINE_OPTIONS, then of the command line, which wins.
program_options::variables_map read_options(int count, char** words) {
  const auto options = describe_options();
  program_options::positional_options_description positional;
  positional.add("file", -1);
  program_options::variables_map values;
  program_options::store(
      program_options::command_line_parser(count, words).options(options).positional(positional).run(), values);
  if (const char* const environment = std::getenv("PTX_MACHINE_OPTIONS")) {
    program_options::store(
        program_options::command_line_parser(program_options::split_unix(environment)).options(options).run(), values);
  }
  return values;
}

/// Throws what program_options throws for a value that an option does not have.
Options to_options(const program_options::variables_map& values) {
  const auto choose = [&](const char* option, std::initializer_list<const char*> names) {
    std::size_t index = 0;
    for (const char* const name : names) {
      if (values[option].as<std::string>() == name) return index;
      ++index;
    }
    throw program_options::validation_error(program_options::validation_error::invalid_option_value, option,
                                            values[option].as<std::string>());
  };
  Options options;
  options.approximation = static_cast<Approximation>(choose("approx", {"exact", "worst"}));
  options.schedule = static_cast<Schedule>(choose("schedule", {"lockstep", "warps", "threads"}));
  options.seed = values["seed"].as<std::uint64_t>();
  options.instruction_limit = values["limit"].as<std::uint64_t>();
  options.find_races = values.count("no-races") == 0;
  options.find_undefined = values.count("no-undefined") == 0;
  return options;
}

bool check(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    std::cerr << path << ": cannot be read\n";
    return false;
  }
  Machine machine;
  const auto problems = machine.load(text);
  for (const Problem& problem : problems) std::cerr << describe(problem, path) << '\n';
  for (const Entry& entry : machine.entries()) {
    std::cout << path << ": " << entry.name << '(';
    for (const EntryParameter& parameter : entry.parameters) {
      std::cout << (&parameter == entry.parameters.data() ? "" : ", ") << type_name(parameter.type) << ' '
                << parameter.name;
    }
    std::cout << ")\n";
  }
  return problems.empty();
}

}  // namespace

int main(int count, char** words) {
  try {
    const auto values = read_options(count, words);
    if (values.count("help") != 0 || values.count("file") == 0) {
      (values.count("help") != 0 ? std::cout : std::cerr) << describe_options();
      return values.count("help") != 0 ? 0 : 2;
    }
    const Options options = to_options(values);
    bool is_good = true;
    for (const std::string& file : values["file"].as<std::vector<std::string>>()) {
      is_good = (values.count("check") != 0 ? check(file) : run_jobs(file, options, std::cout, std::cerr)) && is_good;
    }
    return is_good ? 0 : 1;
  } catch (const program_options::error& error) {
    std::cerr << "ptx_machine: " << error.what() << '\n';
    return 2;
  }
}
