#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"

namespace yyshader::reflect {

/// The version of what generated code and JSON say. It is raised when a reader of the older form could misread the
/// newer; runtime/yy/shader.hpp carries the same number (YY_SHADER_SCHEMA).
inline constexpr int schema_version = 1;

/// The buffer index at which MSL takes the byte sizes of the others (spec 2.3).
inline constexpr std::uint32_t msl_sizes_index = 30;

/// A type that a buffer holds, as far as a host must know it to fill the buffer.
struct Type {
  enum class Kind : std::uint8_t { scalar, vector, matrix, array, structure };
  enum class Scalar : std::uint8_t { i32, u32, f32, f16 };
  Kind kind = Kind::scalar;
  Scalar scalar = Scalar::u32;  ///< scalar, vector, matrix
  std::uint32_t rows = 1;       ///< components of a vector, or of a matrix's columns
  std::uint32_t count = 1;      ///< columns of a matrix, elements of an array
  std::uint32_t size = 0;       ///< bytes (spec 2.4)
  std::uint32_t alignment = 1;  ///< bytes
  std::uint32_t stride = 0;     ///< bytes from one column or element to the next
  std::size_t structure = 0;    ///< structure: position in Model::structs
  std::vector<Type> element;    ///< array: exactly one
};

/// One resource that an entry uses (spec 3.1).
struct Binding {
  std::string name;        ///< in the source
  std::string identifier;  ///< in WGSL and MSL
  pass::BindingKind kind = pass::BindingKind::storage_buffer;
  ir::Access access = ir::Access::read;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::uint32_t msl_index = 0;
  std::optional<std::uint32_t> ptx_parameter;  ///< buffers only
  std::string type;                            ///< in WGSL's spelling
  std::optional<std::size_t> structure;        ///< position in Model::structs: what it holds, or holds an array of
  std::uint32_t size = 0;                      ///< buffers: bytes, or of one element when run-time sized
  std::uint32_t stride = 0;                    ///< when it holds an array: bytes from element to element
  bool runtime_sized = false;
  bool asks_size = false;  ///< 数组长度 of it is asked
};

struct Location {
  std::string name;
  std::string type;
  std::uint32_t location = 0;
  ir::Interpolation interpolation = ir::Interpolation::smooth;
};

struct Entry {
  std::string item;      ///< the entry item's name
  std::string function;  ///< in WGSL and MSL
  std::string ptx_name;
  ir::Stage stage = ir::Stage::compute;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  std::uint32_t workgroup_bytes = 0;
  ir::Features features;
  std::optional<std::uint32_t> msl_sizes_index;      ///< when some binding asks its size
  std::optional<std::uint32_t> ptx_sizes_parameter;  ///< likewise
  std::vector<Binding> bindings;
  std::vector<Location> inputs;
  std::vector<Location> outputs;
};

struct Member {
  std::string name;        ///< in the source
  std::string identifier;  ///< in WGSL and MSL
  std::string type_text;   ///< in WGSL's spelling
  Type type;
  std::uint32_t offset = 0;
};

/// A struct that a buffer holds. Structs stand before those that contain them.
struct Struct {
  std::string name;
  std::string identifier;
  std::uint32_t size = 0;
  std::uint32_t alignment = 1;
  std::vector<Member> members;
};

/// From `line` of a text (1-based) on, up to the next row: made from this place, or from no source (`file` none).
struct LineOrigin {
  std::size_t line = 1;
  std::optional<std::size_t> file;  ///< position in Model::files
  std::size_t source_line = 0;
  std::size_t source_column = 0;
};

/// One target's text.
struct Text {
  std::string text;        ///< when not available: one comment line with the reason
  bool requested = false;  ///< nothing else is set when it is not
  bool available = false;
  std::vector<LineOrigin> lines;
};

/// How the host calls one compute entry of the text for the CPU.
struct CpuEntry {
  std::string function;
  std::string kernel;     ///< a name that nothing in the text has
  std::string arguments;  ///< C++, of the two parameters of CpuText
  bool is_alone = false;  ///< invocations need nothing of each other
};

/// The MSL text in the form that runs as C++ on the CPU (spec 3.4).
struct CpuText {
  std::string text;
  bool requested = false;  ///< nothing else is set when it is not
  std::string reason;      ///< why there is no text; else empty
  std::string resources;   ///< names of the parameters that arguments are made of
  std::string invocation;
  std::vector<CpuEntry> entries;
};

/// Everything that a host may want to know of one translated source: what every host emitter writes, each in its
/// language.
struct Model {
  std::string package;            ///< empty: anonymous
  std::vector<std::string> path;  ///< folders below the package's root, then the module's name; never empty
  std::vector<Entry> entries;     ///< of the translated file, in source order
  std::vector<Struct> structs;
  std::vector<std::string> files;  ///< that lines come from
  Text wgsl;
  Text msl;
  Text ptx;
  CpuText cpu;
};

/// Derives entries and structs from a module that is ready for printing. Only entries of the main file are told. The
/// other members stay empty for the caller to fill. Broken rules (an index twice, overlapping members) are internal
/// errors: the checker has excluded them.
Model build(const ir::Module& module, const pass::InterfacePlan& plan, const pass::Names& names);

/// A type in WGSL's spelling, structs by their output names (`array<vec3<f32>, 4>`).
std::string type_text(const ir::Module& module, const pass::Names& names, ir::TypeId type);

std::string_view to_text(ir::Stage stage);             ///< compute, vertex, fragment
std::string_view to_text(pass::BindingKind kind);      ///< storage_buffer, …
std::string_view to_text(ir::Access access);           ///< read, …
std::string_view to_text(ir::Interpolation sampling);  ///< smooth, flat

}  // namespace yyshader::reflect
