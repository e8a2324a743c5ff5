#pragma once

// What a generated header says about its shaders: plain constexpr tables. C++17 and later, no state, no allocation,
// nothing but the standard library's smallest headers.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// The version of the tables below. Generated code names its own inline namespace after it, so that code generated for
/// another version is a clear compile error or a different symbol, never a silent mismatch.
#define YY_SHADER_SCHEMA 1

namespace yy {

/// A constant table's elements: a pointer and a count.
template <typename Element>
class List {
 public:
  constexpr List() = default;
  template <std::size_t Count>
  constexpr List(const Element (&elements)[Count]) : data_(elements), size_(Count) {}
  constexpr List(const Element* elements, std::size_t count) : data_(elements), size_(count) {}

  constexpr const Element* begin() const { return data_; }
  constexpr const Element* end() const { return data_ + size_; }
  constexpr const Element* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const Element& operator[](std::size_t index) const { return data_[index]; }

 private:
  const Element* data_ = nullptr;
  std::size_t size_ = 0;
};

enum class Stage : std::uint8_t { compute, vertex, fragment };
enum class BindingKind : std::uint8_t { storage_buffer, uniform_buffer, texture, sampler };
enum class Access : std::uint8_t { read, write, read_write };
enum class Interpolation : std::uint8_t { smooth, flat };

/// What an index says when a target has none for the thing.
inline constexpr std::uint32_t no_index = 0xffffffffU;

/// One resource that an entry uses, with its place on each target.
struct Binding {
  std::string_view name;        ///< as the shader's source names it
  std::string_view identifier;  ///< as the WGSL and MSL texts name it
  BindingKind kind = BindingKind::storage_buffer;
  Access access = Access::read;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::uint32_t msl_index = no_index;      ///< [[buffer(n)]], [[texture(n)]] or [[sampler(n)]]
  std::uint32_t ptx_parameter = no_index;  ///< position among the kernel's parameters; buffers only
  std::string_view type;                   ///< what it holds, spelt as in WGSL
  std::string_view structure;              ///< the struct that it holds, or holds an array of; empty when none
  std::uint64_t size = 0;                  ///< bytes of a buffer of fixed size, or of one element of a run-time array
  std::uint64_t stride = 0;                ///< bytes from one element to the next when it holds an array, else 0
  bool runtime_sized = false;              ///< it holds an array of as many elements as the buffer has room for
  bool asks_size = false;                  ///< its length is asked: the sizes buffer must tell it (MSL, PTX)
};

/// One value that an entry takes from, or gives to, the stage before or behind it.
struct Location {
  std::string_view name;  ///< of the parameter or field; empty for a plain result
  std::string_view type;  ///< spelt as in WGSL
  std::uint32_t location = 0;
  Interpolation interpolation = Interpolation::smooth;
};

/// One entry item.
struct Entry {
  std::string_view name;      ///< of the entry item
  std::string_view function;  ///< the entry function in WGSL and MSL
  std::string_view ptx_name;
  Stage stage = Stage::compute;
  std::uint32_t workgroup_size[3] = {1, 1, 1};  ///< compute only
  std::uint32_t workgroup_bytes = 0;            ///< workgroup memory it uses
  bool uses_f16 = false;
  bool uses_subgroups = false;
  std::uint32_t msl_sizes_index =
      no_index;  ///< [[buffer(n)]] of the buffers' byte sizes, when some binding asks its size
  std::uint32_t ptx_sizes_parameter = no_index;  ///< the parameter that points at them
  List<Binding> bindings;                        ///< ascending group and binding
  List<Location> inputs;
  List<Location> outputs;
};

struct Member {
  std::string_view name;
  std::string_view type;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

/// A struct that some buffer holds; the generated code has a mirror of it.
struct Struct {
  std::string_view name;
  std::uint32_t size = 0;
  std::uint32_t alignment = 1;
  List<Member> members;
};

/// One target's text. When the program cannot be expressed there, `available` is false and the text is one comment line
/// with the reason; when the target was not asked for, the text is empty.
struct Text {
  std::string_view text;
  bool available = false;
};

/// Everything about one shader source.
struct Module {
  std::string_view package;  ///< empty: an anonymous package
  std::string_view name;     ///< folders below the package's root and the source's name, `/` between
  Text wgsl;
  Text msl;
  Text ptx;
  List<Entry> entries;  ///< in source order
  List<Struct> structs;

  /// The entry whose item or function has this name, or null.
  constexpr const Entry* find_entry(std::string_view wanted) const {
    for (const Entry& entry : entries) {
      if (entry.name == wanted) return &entry;
    }
    for (const Entry& entry : entries) {
      if (entry.function == wanted) return &entry;
    }
    return nullptr;
  }
};

/// From `line` of a text (1-based) up to the next row's: made from this place of the source.
struct LineOrigin {
  std::uint32_t line = 0;
  std::uint32_t file = no_index;  ///< in LineMap::files; `no_index` for lines that come from no source
  std::uint32_t source_line = 0;
  std::uint32_t source_column = 0;  ///< in code points, 1-based
};

/// Leads a line of a text back to the shader's source, so that a driver's message can be understood.
struct LineMap {
  List<std::string_view> files;
  List<LineOrigin> rows;  ///< ascending `line`

  /// Where the line (1-based) comes from, or null when it comes from no source.
  constexpr const LineOrigin* find(std::uint32_t line) const {
    std::size_t first = 0;
    std::size_t count = rows.size();
    while (count > 0) {
      const std::size_t half = count / 2;
      if (rows[first + half].line <= line) {
        first += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    if (first == 0 || rows[first - 1].file == no_index) return nullptr;
    return &rows[first - 1];
  }
};

// What the mirrors of buffer structs are made of. All are trivially copyable and laid out as the shader sees them.

/// A 16-bit float, as its bits.
struct Half {
  std::uint16_t bits = 0;

  /// The nearest half, ties to even; too large values become infinities.
  static Half from_float(float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    const std::uint32_t sign = (word >> 16) & 0x8000U;
    const std::uint32_t magnitude = word & 0x7fffffffU;
    std::uint32_t half = 0;
    if (magnitude > 0x7f800000U) {
      half = 0x7e00U;
    } else if (magnitude >= 0x477ff000U) {  // 65520 and more round to infinity
      half = 0x7c00U;
    } else if (magnitude >= 0x38800000U) {
      half = rounded(magnitude - 0x38000000U, 13);
    } else if (magnitude > 0x33000000U) {  // subnormal halves
      const std::uint32_t shift = 126U - (magnitude >> 23);
      half = rounded((magnitude & 0x7fffffU) | 0x800000U, shift);
    }
    return Half{static_cast<std::uint16_t>(sign | half)};
  }

  float to_float() const {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    std::uint32_t exponent = (bits >> 10) & 0x1fU;
    std::uint32_t fraction = bits & 0x3ffU;
    if (exponent == 0x1fU) {
      exponent = 0xffU;
    } else if (exponent != 0) {
      exponent += 112U;
    } else if (fraction != 0) {
      exponent = 113U;
      while ((fraction & 0x400U) == 0) {
        fraction <<= 1;
        --exponent;
      }
      fraction &= 0x3ffU;
    }
    const std::uint32_t word = sign | (exponent << 23) | (fraction << 13);
    float value = 0;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }

  friend constexpr bool operator==(Half a, Half b) { return a.bits == b.bits; }
  friend constexpr bool operator!=(Half a, Half b) { return a.bits != b.bits; }

 private:
  /// `value` without its last `shift` bits, to the nearest, ties to even.
  static constexpr std::uint32_t rounded(std::uint32_t value, std::uint32_t shift) {
    const std::uint32_t kept = value >> shift;
    const std::uint32_t lost = value & ((1U << shift) - 1U);
    const std::uint32_t tie = 1U << (shift - 1U);
    return kept + (lost > tie || (lost == tie && (kept & 1U) != 0) ? 1U : 0U);
  }
};

namespace detail {

/// One element with the bytes that bring it to `Stride`.
template <typename Element, std::size_t Stride, bool Padded = (Stride > sizeof(Element))>
struct Slot {
  static_assert(Stride > sizeof(Element), "a stride is no smaller than its element");
  Element value{};
  unsigned char padding[Stride - sizeof(Element)] = {};
};
template <typename Element, std::size_t Stride>
struct Slot<Element, Stride, false> {
  static_assert(Stride == sizeof(Element), "a stride is no smaller than its element");
  Element value{};
};

}  // namespace detail

/// `Count` elements that lie `Stride` bytes apart.
template <typename Element, std::size_t Count, std::size_t Stride = sizeof(Element)>
struct Array {
  detail::Slot<Element, Stride> slots[Count] = {};

  constexpr Element& operator[](std::size_t index) { return slots[index].value; }
  constexpr const Element& operator[](std::size_t index) const { return slots[index].value; }
  static constexpr std::size_t size() { return Count; }
};

/// A vector, without the alignment that the shader gives it: mirrors keep that by explicit padding.
template <typename Scalar, std::size_t Count>
struct Vector {
  Scalar values[Count] = {};

  constexpr Scalar& operator[](std::size_t index) { return values[index]; }
  constexpr const Scalar& operator[](std::size_t index) const { return values[index]; }
  static constexpr std::size_t size() { return Count; }
};

/// A matrix by columns; columns of three rows take the room of four.
template <typename Scalar, std::size_t Columns, std::size_t Rows>
using Matrix = Array<Vector<Scalar, Rows>, Columns, sizeof(Scalar) * (Rows == 3 ? 4 : Rows)>;

/// One element of a run-time array whose elements lie `Stride` bytes apart, for host arrays that are copied as a whole.
template <typename Element, std::size_t Stride>
using Slot = detail::Slot<Element, Stride>;

}  // namespace yy
