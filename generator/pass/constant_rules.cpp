// What is reported of constants: faults of values that are evaluated, in the order of the text.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/uses.hpp"
#include "pass/constant_evaluation.hpp"
#include "pass/walk.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::Diagnostics;
using diagnostics::Id;
using diagnostics::Text;
using ir::ValueId;

/// The faults of one pool, told in the order in which its trees are walked.
class Report {
 public:
  Report(const ir::ValuePool& pool, const ConstantValues& values, std::vector<bool> named, std::string definition,
         Diagnostics& out)
      : pool_(pool), values_(values), named_(std::move(named)), definition_(std::move(definition)), out_(out) {
    seen_.assign(pool.values.size(), false);
    faults_.assign(pool.values.size(), nullptr);
    for (const ConstantValues::Fault& fault : values.faults()) faults_[fault.value.index()] = &fault.fault;
  }

  void tree(ValueId root) {
    std::vector<ValueId> pending{root};
    while (!pending.empty()) {
      const ValueId id = pending.back();
      pending.pop_back();
      if (seen_[id.index()] || (id != root && named_[id.index()])) continue;
      seen_[id.index()] = true;
      if (const ConstantFault* fault = faults_[id.index()]) {
        Diagnostic finding = describe(*fault, pool_[id].span);
        finding.definition = definition_;
        out_.push_back(std::move(finding));
      }
      auto operands = pool_.operands(id);
      if (values_.skips_right_side(id)) operands = operands.first(1);
      for (std::size_t i = operands.size(); i > 0; --i) pending.push_back(operands[i - 1]);
    }
  }

 private:
  const ir::ValuePool& pool_;
  const ConstantValues& values_;
  std::vector<bool> named_;
  std::vector<bool> seen_;
  std::vector<const ConstantFault*> faults_;  ///< by ValueId
  std::string definition_;
  Diagnostics& out_;
};

void check_function(const ir::Module& module, const ConstantValues& constants, const ir::Function& function,
                    ConstantValues::FirstZeros& zeros, Diagnostics& out) {
  const ConstantValues values(module, constants, function, ConstantValues::Lets::runtime, &zeros);
  if (values.faults().empty()) return;
  Report report(function.values, values, let_named(function), std::string(module.text(function.name)), out);
  for_each_statement(function, [&](const ir::Statement& statement) {
    // What is written inside another statement is found in the tree there.
    const bool is_inlined =
        statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined;
    if (is_inlined) return;
    if (statement.target) report.tree(statement.target);
    if (statement.value) report.tree(statement.value);
  });
}

void check_module_constants(const ir::Module& module, const ConstantValues& constants, Diagnostics& out) {
  if (constants.faults().empty()) return;
  const std::vector<bool> none(module.constant_values.values.size(), false);
  for (const ir::Item& item : module.items) {
    if (item.kind != ir::Item::Kind::constant) continue;
    const ir::Constant& constant = module.constants[item.index];
    Report(module.constant_values, constants, none, std::string(module.text(constant.name)), out).tree(constant.value);
  }
}

}  // namespace

Diagnostic describe(const ConstantFault& fault, source::Span span) {
  switch (fault.kind) {
    case ConstantFaultKind::float_overflow:
      return diagnose<Id::constant_float_overflow>(span, Text{fault.first});
    case ConstantFaultKind::integer_overflow:
      return diagnose<Id::constant_integer_overflow>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::float_division_by_zero:
      return diagnose<Id::constant_float_division_by_zero>(span);
    case ConstantFaultKind::integer_division_by_zero:
      return diagnose<Id::constant_division_by_zero>(span);
    case ConstantFaultKind::shift_too_far:
      return diagnose<Id::constant_shift_too_far>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::shift_loses_bits:
      return diagnose<Id::constant_shift_loses_bits>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::index_out_of_range:
      return diagnose<Id::constant_index_out_of_range>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::index_negative:
      return diagnose<Id::constant_index_negative>(span, Text{fault.first});
    case ConstantFaultKind::argument_negative:
      return diagnose<Id::constant_argument_negative>(span, Text{fault.first});
    case ConstantFaultKind::argument_not_positive:
      return diagnose<Id::constant_argument_not_positive>(span, Text{fault.first});
    case ConstantFaultKind::argument_outside_unit:
      return diagnose<Id::constant_argument_outside_unit>(span, Text{fault.first});
    case ConstantFaultKind::power_undefined:
      return diagnose<Id::constant_power_undefined>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::bounds_reversed:
      return diagnose<Id::constant_bounds_reversed>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::edges_equal:
      return diagnose<Id::constant_edges_equal>(span, Text{fault.first});
    case ConstantFaultKind::zero_vector:
      return diagnose<Id::constant_zero_vector>(span);
    case ConstantFaultKind::conversion_overflow:
      return diagnose<Id::constant_conversion_overflow>(span, Text{fault.first}, Text{fault.second}, Text{fault.third});
    case ConstantFaultKind::literal_overflow:
      return diagnose<Id::constant_literal_overflow>(span, Text{fault.first}, Text{fault.second});
    case ConstantFaultKind::bits_not_finite:
      return diagnose<Id::constant_bits_not_finite>(span);
    case ConstantFaultKind::lane_too_large:
      return diagnose<Id::constant_lane_too_large>(span, Text{fault.first}, Text{fault.second});
  }
  support::internal_error("a constant's fault without a message");
}

Diagnostics check_constants(const ir::Module& module) {
  Diagnostics findings;
  ConstantValues::FirstZeros zeros;
  const ConstantValues constants(module, &zeros);
  check_module_constants(module, constants, findings);
  for (const ir::Item& item : module.items) {
    if (item.kind == ir::Item::Kind::function) {
      check_function(module, constants, module.functions[item.index], zeros, findings);
    }
  }
  return findings;
}

}  // namespace yyshader::pass
