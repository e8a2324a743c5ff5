// Reads what the dump writes. Heads of items are read first, so that an item may name one that stands later: whether it
// may do so is the verifier's question.

#include <unordered_set>

#include "ir/text.hpp"
#include "ir/text_reader.hpp"
#include "ir/text_words.hpp"

namespace yyshader::ir {

namespace text {

namespace {

/// Part of a type that waits for its element.
struct OuterType {
  enum class Kind : std::uint8_t { vector, matrix, array, atomic, pointer, texture } kind;
  VectorWord size;
  TextureShape shape = TextureShape::d1;
};

std::optional<TypeId> plain_type(TypeTable& types, std::string_view word) {
  if (word == "void") return types.void_type();
  if (word == "bool") return types.boolean();
  if (word == "abstract_int") return types.abstract_integer();
  if (word == "abstract_float") return types.abstract_float();
  if (word == "sampler") return types.sampler();
  if (const auto numeric = numeric_type(word)) return types.intern(*numeric);
  return std::nullopt;
}

std::optional<OuterType> outer_type(std::string_view word) {
  using Kind = OuterType::Kind;
  if (word == "array") return OuterType{Kind::array, {}};
  if (word == "atomic") return OuterType{Kind::atomic, {}};
  if (word == "ptr") return OuterType{Kind::pointer, {}};
  if (const auto size = vector_word(word)) return OuterType{size->columns == 0 ? Kind::vector : Kind::matrix, *size};
  if (const auto shape = texture_shapes.find(word)) return OuterType{Kind::texture, {}, *shape};
  return std::nullopt;
}

/// The type made of `outer` and `element`, with what stands behind the element read.
TypeId close_type(ReaderContext& context, const OuterType& outer, TypeId element) {
  Cursor& cursor = context.cursor;
  TypeTable& types = context.module.types;
  TypeId type;
  switch (outer.kind) {
    case OuterType::Kind::vector:
      type = types.vector(element, outer.size.length);
      break;
    case OuterType::Kind::matrix:
      type = types.matrix(types.vector(element, outer.size.length), outer.size.columns);
      break;
    case OuterType::Kind::array:
      type = cursor.accept(",") ? types.array(element, cursor.number()) : types.runtime_array(element);
      break;
    case OuterType::Kind::atomic:
      type = types.atomic(element);
      break;
    case OuterType::Kind::texture:
      type = types.texture(outer.shape, element);
      break;
    case OuterType::Kind::pointer: {
      cursor.expect(",");
      const auto space = address_spaces.find(cursor.word());
      cursor.expect(",");
      const auto access = accesses.find(cursor.word());
      if (space && access) {
        type = types.pointer(element, *space, *access);
      } else {
        cursor.fail("a pointer's address space and access are expected");
      }
      break;
    }
  }
  cursor.expect(">");
  return type;
}

}  // namespace

TypeId read_type(ReaderContext& context) {
  Cursor& cursor = context.cursor;
  std::vector<OuterType> outers;
  while (!cursor.has_failed()) {
    TypeId type;
    const std::string word(cursor.peek().kind == Token::Kind::word ? cursor.peek().text : std::string_view{});
    if (const auto plain = plain_type(context.module.types, word)) {
      cursor.next();
      type = *plain;
    } else if (const auto outer = outer_type(word)) {
      cursor.next();
      cursor.expect("<");
      outers.push_back(*outer);
      continue;
    } else if (const StructId structure = context.find(context.structs, "struct")) {
      type = context.module.types.structure(structure);
    }
    for (; type && !outers.empty(); outers.pop_back()) type = close_type(context, outers.back(), type);
    if (!cursor.has_failed()) return type;
  }
  return {};
}

namespace {

class ModuleReader {
 public:
  explicit ModuleReader(Cursor& cursor) : cursor_(cursor), context_{cursor, module_, {}, {}, {}, {}} {}

  void read();
  Module take() { return std::move(module_); }

 private:
  /// What is read once all heads are known.
  struct Later {
    Item item;
    std::size_t position;
    std::unordered_map<std::string, std::size_t> parameters;
  };

  bool looks_like_item() const;
  bool is_at_item() const { return items_at_.count(cursor_.position()) != 0; }
  void declare_items();
  void item();
  void features();
  void structure();
  void global();
  void constant();
  void function();
  void entry();
  void parameters(Function& function, Later& later);
  InterfaceBinding binding();
  void skip_braces();
  void skip_to_next_item();
  std::uint32_t bracketed_number();
  Symbol name() { return module_.symbols.intern(cursor_.name()); }
  Symbol item_name(Item::Kind kind, std::size_t index);

  Cursor& cursor_;
  Module module_;
  ReaderContext context_;
  std::vector<Later> later_;
  std::unordered_set<std::size_t> items_at_;  ///< positions of the words that start the items
  std::size_t structs_read_ = 0;
  std::size_t globals_read_ = 0;
  std::size_t constants_read_ = 0;
  std::size_t functions_read_ = 0;
};

void ModuleReader::read() {
  declare_items();
  while (!cursor_.at_end()) item();
  BodyReader constants(context_, nullptr, {});
  for (Later& each : later_) {
    if (cursor_.has_failed()) return;
    cursor_.go_to(each.position);
    if (each.item.kind == Item::Kind::constant) {
      module_.constants[each.item.index].value = constants.constant();
      if (!cursor_.at_end() && !is_at_item()) cursor_.fail("an item is expected");
    } else {
      BodyReader(context_, &module_.functions[each.item.index], std::move(each.parameters)).body();
    }
  }
}

void ModuleReader::declare_items() {
  std::size_t depth = 0;
  const auto declare = [this](auto& table, auto& elements) {
    const Label label = cursor_.label();
    using IdType = typename std::decay_t<decltype(table)>::mapped_type;
    if (!table.emplace(label.key, IdType(elements.size())).second) {
      cursor_.fail_at(label.line, "'" + label.name + "' stands twice");
    }
    elements.emplace_back();
  };
  while (!cursor_.at_end()) {
    const bool is_item = depth == 0 && looks_like_item();
    if (is_item) items_at_.insert(cursor_.position());
    const Token token = cursor_.next();
    if (token.kind == Token::Kind::punctuation) {
      if (token.text == "{") ++depth;
      if (token.text == "}" && depth > 0) --depth;
    }
    if (!is_item) continue;
    if (token.text == "struct") declare(context_.structs, module_.structs);
    if (token.text == "global") declare(context_.globals, module_.globals);
    if (token.text == "constant") declare(context_.constants, module_.constants);
    if (token.text == "function") declare(context_.functions, module_.functions);
  }
  cursor_.go_to(0);
}

/// At a word that starts an item and not at the address space `function`, which no name follows.
bool ModuleReader::looks_like_item() const {
  const Token::Kind next = cursor_.peek(1).kind;
  return cursor_.peek().kind == Token::Kind::word && is_item_word(cursor_.peek().text) &&
         (next == Token::Kind::word || next == Token::Kind::quoted);
}

void ModuleReader::item() {
  if (!is_at_item()) return cursor_.fail("'" + std::string(cursor_.peek().text) + "' starts no item");
  const std::string keyword = cursor_.word();
  if (keyword == "features") {
    features();
  } else if (keyword == "struct") {
    structure();
  } else if (keyword == "global") {
    global();
  } else if (keyword == "constant") {
    constant();
  } else if (keyword == "function") {
    function();
  } else {
    entry();
  }
}

Symbol ModuleReader::item_name(Item::Kind kind, std::size_t index) {
  module_.items.push_back({kind, static_cast<std::uint32_t>(index)});
  return module_.symbols.intern(cursor_.label().name);
}

void ModuleReader::features() {
  while (cursor_.at("f16") || cursor_.at("subgroups")) {
    (cursor_.next().text == "f16" ? module_.features.f16 : module_.features.subgroups) = true;
  }
}

std::uint32_t ModuleReader::bracketed_number() {
  cursor_.expect("(");
  const std::uint32_t number = cursor_.number();
  cursor_.expect(")");
  return number;
}

InterfaceBinding ModuleReader::binding() {
  InterfaceBinding binding;
  if (cursor_.accept("builtin")) {
    binding.kind = InterfaceBinding::Kind::builtin;
    cursor_.expect("(");
    const auto builtin = builtin_from_text(cursor_.word());
    if (!builtin) cursor_.fail("a builtin value's name is expected");
    if (builtin) binding.builtin = *builtin;
    cursor_.expect(")");
  } else if (cursor_.accept("location")) {
    binding.kind = InterfaceBinding::Kind::location;
    binding.location = bracketed_number();
    if (cursor_.accept(interpolations[Interpolation::flat])) binding.interpolation = Interpolation::flat;
  }
  return binding;
}

void ModuleReader::structure() {
  Struct& structure = module_.structs[structs_read_];
  structure.name = item_name(Item::Kind::structure, structs_read_++);
  cursor_.expect("{");
  while (!cursor_.has_failed() && !cursor_.accept("}")) {
    Member member;
    member.name = name();
    cursor_.expect(":");
    member.type = read_type(context_);
    member.interface = binding();
    structure.members.push_back(member);
    if (!cursor_.at("}")) cursor_.expect(",");
  }
}

void ModuleReader::global() {
  Global& global = module_.globals[globals_read_];
  global.name = item_name(Item::Kind::global, globals_read_++);
  cursor_.expect(":");
  global.type = read_type(context_);
  const auto space = address_spaces.find(cursor_.word());
  cursor_.expect("(");
  const auto access = accesses.find(cursor_.word());
  cursor_.expect(")");
  if (!space || !access) return cursor_.fail("an address space and an access are expected");
  global.space = *space;
  global.access = *access;
  if (cursor_.accept("group")) global.group = bracketed_number();
  if (cursor_.accept("binding")) global.binding = bracketed_number();
}

void ModuleReader::skip_to_next_item() {
  while (!cursor_.at_end() && !is_at_item()) cursor_.next();
}

void ModuleReader::constant() {
  const std::size_t index = constants_read_++;
  Constant& constant = module_.constants[index];
  constant.name = item_name(Item::Kind::constant, index);
  cursor_.expect(":");
  constant.type = read_type(context_);
  cursor_.expect("=");
  later_.push_back({module_.items.back(), cursor_.position(), {}});
  skip_to_next_item();
}

void ModuleReader::parameters(Function& function, Later& later) {
  cursor_.expect("(");
  while (!cursor_.has_failed() && !cursor_.accept(")")) {
    const Label label = cursor_.label();
    Parameter parameter;
    parameter.name = module_.symbols.intern(label.name);
    cursor_.expect(":");
    parameter.type = read_type(context_);
    parameter.interface = binding();
    if (!later.parameters.emplace(label.key, function.parameters.size()).second) {
      cursor_.fail_at(label.line, "the parameter '" + label.name + "' stands twice");
    }
    function.parameters.push_back(parameter);
    if (!cursor_.at(")")) cursor_.expect(",");
  }
}

void ModuleReader::function() {
  const std::size_t index = functions_read_++;
  Function& function = module_.functions[index];
  function.name = item_name(Item::Kind::function, index);
  function.result = module_.types.void_type();
  Later later{module_.items.back(), 0, {}};
  parameters(function, later);
  if (cursor_.accept("->")) {
    function.result = read_type(context_);
    function.result_interface = binding();
  }
  later.position = cursor_.position();
  later_.push_back(std::move(later));
  skip_braces();
}

void ModuleReader::skip_braces() {
  cursor_.expect("{");
  for (std::size_t depth = 1; depth > 0 && !cursor_.has_failed();) {
    if (cursor_.at_end()) return cursor_.fail("a function's '{' has no '}'");
    if (cursor_.at("{")) ++depth;
    if (cursor_.at("}")) --depth;
    cursor_.next();
  }
}

void ModuleReader::entry() {
  Entry entry;
  entry.item = name();
  const auto stage = stages.find(cursor_.word());
  if (!stage) return cursor_.fail("a stage is expected");
  entry.stage = *stage;
  if (entry.stage == Stage::compute) {
    cursor_.expect("(");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (axis > 0) cursor_.expect(",");
      entry.workgroup_size[axis] = cursor_.number();
    }
    cursor_.expect(")");
  }
  cursor_.expect("=");
  entry.function = context_.find(context_.functions, "function");
  entry.from_main_file = !cursor_.accept("imported");
  if (entry.function) module_.functions[entry.function.index()].entry = EntryId(module_.entries.size());
  module_.entries.push_back(entry);
}

}  // namespace

}  // namespace text

std::optional<Module> read(std::string_view text, std::string& error) {
  text::Cursor cursor(text);
  text::ModuleReader reader(cursor);
  if (!cursor.has_failed()) reader.read();
  error = cursor.error();
  if (cursor.has_failed()) return std::nullopt;
  return reader.take();
}

}  // namespace yyshader::ir
