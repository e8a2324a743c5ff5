#pragma once

// The words of the text form that the dump writes and its reader reads, each set in one place. See docs/ir-text.md.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::ir::text {

/// The words of an enumeration that counts from 0.
template <typename Enum, std::size_t count>
struct Words {
  std::array<std::string_view, count> texts;

  constexpr std::string_view operator[](Enum value) const { return texts[static_cast<std::size_t>(value)]; }
  constexpr std::optional<Enum> find(std::string_view text) const {
    for (std::size_t index = 0; index < count; ++index) {
      if (texts[index] == text) return static_cast<Enum>(index);
    }
    return std::nullopt;
  }
};

inline constexpr Words<Stage, 3> stages{{"compute", "vertex", "fragment"}};
inline constexpr Words<AddressSpace, 5> address_spaces{{"function", "storage", "uniform", "workgroup", "handle"}};
inline constexpr Words<Access, 3> accesses{{"read", "write", "read_write"}};
inline constexpr Words<TextureShape, 7> texture_shapes{{"texture_1d", "texture_2d", "texture_2d_array", "texture_3d",
                                                        "texture_cube", "texture_cube_array",
                                                        "texture_multisampled_2d"}};
inline constexpr Words<Interpolation, 2> interpolations{{"smooth", "flat"}};
inline constexpr Words<EvaluateForm, 4> evaluate_forms{{"pending", "inlined", "dropped", "statement"}};

/// The short numeric types: `i32`, `u32`, `f16` … ; nothing for any other word.
std::optional<Type> numeric_type(std::string_view word);
/// `vec3` and `mat4x3` give (columns or 0, components); nothing for any other word.
struct VectorWord {
  unsigned columns = 0;
  unsigned length = 0;
};
std::optional<VectorWord> vector_word(std::string_view word);
/// True for every word that means a type by itself, so that a struct of that name must be quoted.
bool is_type_word(std::string_view word);
/// True for the words that start an item.
bool is_item_word(std::string_view word);

/// Appends `name` as it is written: bare where it is a word of the text form, else in 「」 with every 」 doubled.
void append_name(std::string& out, std::string_view name);
/// True for the bytes of a bare word; 「 and 」 are looked at apart.
bool is_word_byte(char byte);

}  // namespace yyshader::ir::text
