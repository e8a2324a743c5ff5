#pragma once

#include "reflect/model.hpp"

namespace yyshader::host::test {

/// A small model with one of everything that the emitters write.
inline reflect::Model sample_model() {
  reflect::Model model;
  model.package = "应用";
  model.path = {"物理", "加倍"};
  model.files = {"应用/物理/加倍。着色器。豫"};
  model.wgsl = {"@compute fn 加倍() {}\n", true, true, {{1, 0, 3, 5}}};
  model.msl = {"// 此版本尚未支持 MSL 目标\n", true, false, {{1, std::nullopt, 0, 0}}};
  model.ptx = {".version 8.0\n", true, true, {{1, std::nullopt, 0, 0}}};

  reflect::Struct particle;
  particle.name = "粒子";
  particle.identifier = "粒子";
  particle.size = 112;
  particle.alignment = 16;
  using Type = reflect::Type;
  const auto member = [&](const char* name, const char* text, Type type, std::uint32_t offset) {
    particle.members.push_back({name, name, text, std::move(type), offset});
  };
  // The example of the spec: offsets 0, 12, 16, 32, 48, 96 and size 112.
  member("a", "vec3<f32>", {Type::Kind::vector, Type::Scalar::f32, 3, 1, 12, 16, 0, 0, {}}, 0);
  member("乙", "f32", {Type::Kind::scalar, Type::Scalar::f32, 1, 1, 4, 4, 0, 0, {}}, 12);
  member("c", "vec3<f32>", {Type::Kind::vector, Type::Scalar::f32, 3, 1, 12, 16, 0, 0, {}}, 16);
  member("d", "vec2<f32>", {Type::Kind::vector, Type::Scalar::f32, 2, 1, 8, 8, 0, 0, {}}, 32);
  member("e", "mat3x3<f32>", {Type::Kind::matrix, Type::Scalar::f32, 3, 3, 48, 16, 16, 0, {}}, 48);
  member("f", "f32", {Type::Kind::scalar, Type::Scalar::f32, 1, 1, 4, 4, 0, 0, {}}, 96);
  model.structs.push_back(particle);

  reflect::Entry entry;
  entry.item = "加倍入口";
  entry.function = "加倍";
  entry.ptx_name = "yy_e5_8a_a0_e5_80_8d";
  entry.workgroup_size = {4, 1, 1};
  reflect::Binding binding;
  binding.name = "数据";
  binding.identifier = "数据";
  binding.access = ir::Access::read_write;
  binding.ptx_parameter = 0;
  binding.type = "array<粒子>";
  binding.structure = 0;
  binding.size = 112;
  binding.stride = 112;
  binding.runtime_sized = true;
  entry.bindings.push_back(binding);
  model.entries.push_back(entry);
  return model;
}

}  // namespace yyshader::host::test
