#pragma once

#include "support/ids.hpp"

namespace yyshader::ir {

using TypeId = support::Id<struct TypeTag>;          ///< in Module::types; equal ids are equal types
using StructId = support::Id<struct StructTag>;      ///< in Module::structs
using GlobalId = support::Id<struct GlobalTag>;      ///< in Module::globals
using ConstantId = support::Id<struct ConstantTag>;  ///< in Module::constants
using FunctionId = support::Id<struct FunctionTag>;  ///< in Module::functions
using EntryId = support::Id<struct EntryTag>;        ///< in Module::entries
using ValueId = support::Id<struct ValueTag>;        ///< in the ValuePool of one function, or of the module's constants
using LocalId = support::Id<struct LocalTag>;        ///< in Function::locals
using BlockId = support::Id<struct BlockTag>;        ///< in Function::blocks

}  // namespace yyshader::ir
