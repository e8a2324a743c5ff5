#include "driver/command_line.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <charconv>
#include <map>
#include <span>

#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::driver {

namespace {

namespace po = boost::program_options;
using diagnostics::Id;
using diagnostics::Language;
using diagnostics::message;
using diagnostics::Message;
using diagnostics::Name;
using diagnostics::Number;
using diagnostics::Text;

struct CommandName {
  std::string_view chinese;
  std::string_view english;
  Command command;
};
constexpr std::array<CommandName, 9> command_names = {{
    {"译", "wgsl", Command::wgsl},
    {"金属", "msl", Command::msl},
    {"统算", "ptx", Command::ptx},
    {"检查", "check", Command::check},
    {"生成", "generate", Command::generate},
    {"build", "build", Command::build},
    {"dump-ir", "dump-ir", Command::dump_ir},
    {"version", "version", Command::version},
    {"help", "help", Command::help},
}};

constexpr std::array<std::string_view, 3> target_names = {"wgsl", "msl", "ptx"};
constexpr std::array<std::string_view, 3> format_names = {"text", "json", "sarif"};
constexpr std::array<std::string_view, 3> color_names = {"auto", "always", "never"};
constexpr std::array<std::string_view, 2> language_names = {"zh", "en"};
constexpr std::array<std::string_view, 2> bounds_names = {"off", "clamp"};
constexpr std::array<std::string_view, 2> float_names = {"fast", "strict"};

// In MiB.
constexpr std::uint64_t default_cache_size = 256;
constexpr std::uint64_t largest_cache_size = 1 << 20;

/// A usage error on its way out of the parser; never leaves this file.
struct Stop {
  Message message;
};

std::string join(std::span<const std::string_view> words) {
  std::string result;
  for (const std::string_view word : words) result += (result.empty() ? "" : " ") + std::string(word);
  return result;
}

std::size_t choose(const std::string& option, const std::string& value, std::span<const std::string_view> allowed) {
  const auto found = std::find(allowed.begin(), allowed.end(), value);
  if (found == allowed.end()) {
    throw Stop{message<Id::unknown_option_value>(Text{option}, Text{value}, Text{join(allowed)})};
  }
  return static_cast<std::size_t>(found - allowed.begin());
}

/// Adds the elements of a list that is joined by commas, each once, in order.
template <typename Element>
void add_choices(std::vector<Element>& out, const std::string& option, const std::string& value,
                 std::span<const std::string_view> allowed) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = value.find(',', begin);
    const auto element = static_cast<Element>(choose(option, value.substr(begin, comma - begin), allowed));
    if (std::find(out.begin(), out.end(), element) == out.end()) out.push_back(element);
    if (comma == std::string::npos) return;
    begin = comma + 1;
  }
}

/// `left=right`, both sides not empty.
std::pair<std::string, std::string> split_pair(const std::string& option, const std::string& value,
                                               std::string_view form) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == value.size()) {
    throw Stop{message<Id::malformed_pair_option>(Text{option}, Text{value}, Text{std::string(form)})};
  }
  return {value.substr(0, equals), value.substr(equals + 1)};
}

void add_package(CommandLine& line, const std::string& option, const std::string& value) {
  auto package = split_pair(option, value, "名=目录");
  for (const auto& [name, folder] : line.options.packages) {
    if (name != package.first) continue;
    if (folder == package.second) return;
    throw Stop{message<Id::package_given_twice>(Name{name}, Text{folder}, Text{package.second})};
  }
  line.options.packages.push_back(std::move(package));
}

void add_dependency(CommandLine& line, const std::string& option, const std::string& value) {
  auto [package, dependency] = split_pair(option, value, "包=所依之包");
  std::vector<std::string>& known = line.options.package_dependencies[package];
  if (std::find(known.begin(), known.end(), dependency) == known.end()) known.push_back(dependency);
}

void set_once(std::optional<std::string>& place, const std::string& option, const std::string& value) {
  if (place) throw Stop{message<Id::repeated_option>(Text{option})};
  place = value;
}

void set_namespace(CommandLine& line, const std::string& option, const std::string& value) {
  if (!host::is_namespace(value)) throw Stop{message<Id::bad_namespace>(Text{value})};
  set_once(line.host_options.name_space, option, value);
}

void set_output(CommandLine& line, const std::string& option, const std::string& value) {
  if (!line.output_folder.empty()) throw Stop{message<Id::repeated_option>(Text{option})};
  if (value.empty()) throw Stop{message<Id::missing_option_value>(Text{option})};
  line.output_folder = value;
}

/// A whole number from 1 to `largest`.
std::uint64_t number_of(const std::string& option, const std::string& value, std::uint64_t largest) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || number == 0 || number > largest) {
    throw Stop{message<Id::option_takes_number>(Text{option}, Text{value}, Text{support::to_decimal(largest)})};
  }
  return number;
}

constexpr std::uint64_t largest_limit = std::uint64_t{1} << 53;  // what JavaScript can say

/// `name=number` of device limits, joined by commas.
void set_limits(CommandLine& line, const std::string& option, const std::string& value) {
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t comma = std::min(value.find(',', begin), value.size());
    const auto [name, number] = split_pair(option, value.substr(begin, comma - begin), "maxBindGroups=8");
    const auto limit = pass::device_limit_named(name);
    if (!limit) throw Stop{message<Id::unknown_limit>(Text{option}, Text{name})};
    line.options.limits.set(*limit, number_of(option, number, largest_limit));
    begin = comma + 1;
  }
}

using Apply = void (*)(CommandLine&, const std::string& option, const std::string& value);

struct OptionRow {
  const char* name;  ///< as Boost takes it: `long` or `long,short`
  bool takes_value;
  bool only_build;
  Apply apply;
};

#define YY_APPLY(body) \
  [](CommandLine& line, [[maybe_unused]] const std::string& option, [[maybe_unused]] const std::string& value) { body; }
constexpr auto option_rows = std::to_array<OptionRow>({
    {"package", true, false, add_package},
    {"package-dependency", true, false, add_dependency},
    {"no-discovery", false, false, YY_APPLY(line.options.discover_packages = false)},
    {"require", true, false, YY_APPLY(add_choices(line.options.required, option, value, target_names))},
    {"prune", false, false, YY_APPLY(line.options.prune = true)},
    {"bounds", true, false, YY_APPLY(line.options.clamp_bounds = choose(option, value, bounds_names) == 1)},
    {"fp", true, false, YY_APPLY(line.options.strict_floats = choose(option, value, float_names) == 1)},
    {"limits", true, false, set_limits},
    {"lang", true, false, YY_APPLY(line.language = static_cast<Language>(choose(option, value, language_names)))},
    {"diagnostics", true, false,
     YY_APPLY(line.format = static_cast<DiagnosticsFormat>(choose(option, value, format_names)))},
    {"color", true, false, YY_APPLY(line.color = static_cast<ColorMode>(choose(option, value, color_names)))},
    {"output,o", true, true, set_output},
    {"sources-from", true, true, YY_APPLY(set_once(line.sources_from, option, value))},
    {"host", true, true, YY_APPLY(add_choices(line.hosts, option, value, host::host_names))},
    {"target", true, true, YY_APPLY(add_choices(line.targets, option, value, target_names))},
    {"namespace", true, true, set_namespace},
    {"ascii", false, true, YY_APPLY(line.host_options.ascii_aliases = true)},
    {"ascii-files", false, true, YY_APPLY(line.host_options.ascii_files = true)},
    {"depfile", true, true, YY_APPLY(set_once(line.depfile, option, value))},
    {"depfile-target", true, true, YY_APPLY(set_once(line.depfile_target, option, value))},
    {"depfile-outputs", false, true, YY_APPLY(line.depfile_lists_outputs = true)},
    {"depfile-cache", true, true, YY_APPLY(set_once(line.depfile_cache, option, value))},
    {"stamp", true, true, YY_APPLY(set_once(line.stamp, option, value))},
    {"cache", true, true, YY_APPLY(line.cache_folder = value)},
    {"cache-size", true, true, YY_APPLY(line.cache_size = number_of(option, value, largest_cache_size))},
    {"jobs,j", true, true, YY_APPLY(line.jobs = static_cast<std::size_t>(number_of(option, value, 1024)))},
    {"explain", false, true, YY_APPLY(line.explain = true)},
    {"help,h", false, false, nullptr},
    {"version", false, false, nullptr},
});
#undef YY_APPLY

std::string long_name(const OptionRow& row) {
  const std::string_view name = row.name;
  return std::string(name.substr(0, name.find(',')));
}

const OptionRow& row_of(const std::string& name) {
  return *std::find_if(option_rows.begin(), option_rows.end(),
                       [&](const OptionRow& row) { return long_name(row) == name; });
}

/// Splits the arguments into options and files.
po::parsed_options parse(const std::vector<std::string>& arguments) {
  po::options_description description;
  for (const OptionRow& row : option_rows) {
    if (row.takes_value) {
      description.add_options()(row.name, po::value<std::string>());
    } else {
      description.add_options()(row.name, "");
    }
  }
  description.add_options()("file", po::value<std::string>());
  po::positional_options_description files;
  files.add("file", -1);
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  // `description` is only used while parsing; the options that come out are plain strings.
  po::parsed_options parsed =
      po::command_line_parser(arguments).options(description).positional(files).style(style).run();
  parsed.description = nullptr;
  return parsed;
}

/// What Boost found wrong, as a message of ours.
Message translate(const po::error_with_option_name& error) {
  const std::string name = error.get_option_name();
  if (dynamic_cast<const po::unknown_option*>(&error) != nullptr) return message<Id::unknown_option>(Text{name});
  if (const auto* syntax = dynamic_cast<const po::invalid_syntax*>(&error)) {
    switch (syntax->kind()) {
      case po::invalid_syntax::extra_parameter:
      case po::invalid_syntax::long_adjacent_not_allowed:
      case po::invalid_syntax::short_adjacent_not_allowed:
        return message<Id::option_takes_no_value>(Text{name});
      default:
        return message<Id::missing_option_value>(Text{name});
    }
  }
  return message<Id::unknown_option>(Text{name});
}

std::optional<Command> command_of(const std::string& word) {
  for (const CommandName& row : command_names) {
    if (word == row.chinese || word == row.english) return row.command;
  }
  return std::nullopt;
}

void check_files(const CommandLine& line, const std::string& command) {
  if (line.sources_from) return;  // read and checked when it is run
  // An empty word is a variable of a script that holds nothing.
  const bool has_empty = std::find(line.files.begin(), line.files.end(), "") != line.files.end();
  if (line.files.empty() || has_empty) throw Stop{message<Id::missing_file>(Text{command})};
  const bool several = line.command == Command::check || line.command == Command::build;
  if (!several && line.files.size() > 1) throw Stop{message<Id::too_many_files>(Text{command}, Text{line.files[1]})};
  const auto inputs = std::count(line.files.begin(), line.files.end(), "-");
  if (inputs > 0 && line.command == Command::build) throw Stop{message<Id::standard_input_for_build>()};
  if (inputs > 1) throw Stop{message<Id::standard_input_twice>()};
}

void complete_build(CommandLine& line) {
  if (line.output_folder.empty()) throw Stop{message<Id::missing_output_folder>()};
  if (line.hosts.empty()) line.hosts.push_back(host::Host::cpp);
  line.options.cpu_form = std::find(line.hosts.begin(), line.hosts.end(), host::Host::cpu) != line.hosts.end();
  if (line.targets.empty()) line.targets = {pipeline::Target::wgsl, pipeline::Target::msl, pipeline::Target::ptx};
  // A required target is asked for; the order is that of the generated module.
  for (const pipeline::Target target : line.options.required) {
    if (std::find(line.targets.begin(), line.targets.end(), target) == line.targets.end())
      line.targets.push_back(target);
  }
  std::sort(line.targets.begin(), line.targets.end());
}

/// Windows' users part folders by `\`; inside, paths have `/` only.
void normalise_paths([[maybe_unused]] CommandLine& line) {
#ifdef _WIN32
  const auto normalise = [](std::string& path) { std::replace(path.begin(), path.end(), '\\', '/'); };
  for (std::string& file : line.files) normalise(file);
  for (auto& package : line.options.packages) normalise(package.second);
  normalise(line.output_folder);
  normalise(line.cache_folder);
  for (auto* path : {&line.depfile, &line.depfile_target, &line.depfile_cache, &line.stamp}) {
    if (*path) normalise(**path);
  }
#endif
}

void check_encoding(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (support::find_invalid_utf8(arguments[i])) {
      throw Stop{message<Id::argument_not_utf8>(Number{static_cast<std::int64_t>(i + 1)})};
    }
  }
}

/// The first word that is no option is the command; options may stand before it.
Command take_command(std::vector<std::string>& words) {
  if (words.empty()) throw Stop{message<Id::missing_command>()};
  const auto command = command_of(words.front());
  if (!command) throw Stop{message<Id::unknown_command>(Text{words.front()})};
  words.erase(words.begin());
  return *command;
}

CommandLine read(const std::vector<std::string>& arguments, CommandLine line) {
  check_encoding(arguments);
  const auto options = parse(arguments).options;
  std::vector<std::string> words;
  for (const auto& option : options) {
    if (option.string_key == "file") words.insert(words.end(), option.value.begin(), option.value.end());
    // Whoever asks for help gets it, whatever else stands there.
    if (option.string_key == "help" || option.string_key == "version") words.insert(words.begin(), option.string_key);
  }
  const std::string word = words.empty() ? std::string() : words.front();
  line.command = take_command(words);
  line.files = std::move(words);
  for (const auto& option : options) {
    if (option.string_key == "file") continue;
    const OptionRow& row = row_of(option.string_key);
    const std::string shown = "--" + option.string_key;
    if (row.only_build && line.command != Command::build && line.command != Command::help) {
      throw Stop{message<Id::option_of_other_command>(Text{shown}, Text{word})};
    }
    if (row.apply != nullptr) row.apply(line, shown, option.value.empty() ? std::string() : option.value.front());
  }
  if (line.command == Command::help || line.command == Command::version) return line;
  check_files(line, word);
  if (line.command == Command::build) complete_build(line);
  normalise_paths(line);
  return line;
}

void apply(const Environment& environment, CommandLine& line) {
  if (line.cache_folder.empty()) line.cache_folder = environment.cache_folder;
  if (line.cache_size) return;
  const std::string size(environment.cache_size);
  line.cache_size = size.empty() ? default_cache_size : number_of("YYSHADER_CACHE_SIZE", size, largest_cache_size);
}

/// The command as far as it can be told before the line is understood: how a failure is said depends on it.
std::optional<Command> early_command(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (const auto command = command_of(argument)) return command;
  }
  return std::nullopt;
}

/// The language of messages about the command line itself, which has to be known before it is understood.
Language early_language(const std::vector<std::string>& arguments, Language fallback) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--lang" && i + 1 < arguments.size()) return language_of(arguments[i + 1]);
    if (argument.starts_with("--lang=")) return language_of(argument.substr(7));
  }
  return fallback;
}

}  // namespace

bool is_seed_command(Command command) {
  switch (command) {
    case Command::wgsl:
    case Command::msl:
    case Command::ptx:
    case Command::check:
    case Command::generate:
      return true;
    case Command::build:
    case Command::dump_ir:
    case Command::version:
    case Command::help:
      return false;
  }
  return false;
}

Language language_of(std::string_view tag) {
  return tag.starts_with("en") || tag.starts_with("En") || tag.starts_with("EN") ? Language::english
                                                                                 : Language::chinese;
}

std::variant<CommandLine, UsageError> parse_command_line(const std::vector<std::string>& arguments,
                                                         const Environment& environment) {
  CommandLine line;
  line.language = language_of(environment.language);
  UsageError error;
  error.language = early_language(arguments, line.language);
  error.command = early_command(arguments);
  try {
    line = read(arguments, line);
    if (line.command == Command::build) apply(environment, line);
    return line;
  } catch (const Stop& stop) {
    error.message = stop.message;
  } catch (const po::error_with_option_name& fault) {
    error.message = translate(fault);
  }
  return error;
}

}  // namespace yyshader::driver
