// Spreads a program's definitions over modules, with namespaces, opened modules, re-exports and clashing names.

import { modules as module_names } from './names.mjs';

/** Every definition that a node or definition mentions. */
function mentions(definition) {
  const found = new Set();
  const of_type = (type) => {
    if (!type) return;
    if (type.definition) found.add(type.definition);
    if (type.alias) found.add(type.alias);
    if (type.element) of_type(type.element);
    if (type.column) of_type(type.column);
    if (type.definition === definition) type.fields.forEach((field) => of_type(field.type));
  };
  const visit = (node) => {
    of_type(node.type);
    if (node.definition) found.add(node.definition);
    if (node.resource) found.add(node.resource);
    if (node.binder) of_type(node.binder.type);
    node.type_arguments?.forEach(of_type);
    if (node.recursion) {
      node.recursion.parameters.forEach((parameter) => of_type(parameter.type));
      of_type(node.recursion.result);
    }
    node.parts?.forEach(visit);
  };
  of_type(definition.type);
  definition.parts?.forEach(visit);
  definition.parameters?.forEach((parameter) => of_type(parameter.type));
  of_type(definition.result);
  if (definition.function) found.add(definition.function);
  found.delete(definition);
  return found;
}

export function local_names(program) {
  const names = new Set();
  const visit = (node) => {
    if (node.binder) names.add(node.binder.name);
    if (node.recursion) node.recursion.parameters.forEach(({ name }) => names.add(name)) ?? names.add(node.recursion.name);
    if (node.recursion) names.add(node.recursion.name);
    node.parts?.forEach(visit);
  };
  for (const definition of program.definitions) {
    definition.parameters?.forEach(({ name }) => names.add(name));
    definition.parts?.forEach(visit);
  }
  return names;
}

/** Sets `module` of every definition and returns the modules, dependencies first; the last is the translated file. */
export function split_into_modules(program, random) {
  const count = random.weighted([
    [5, 1],
    [2, 2],
    [2, 3],
    [2, 4],
  ]);
  const names = random.shuffled(module_names).slice(0, count - 1);
  const folders = names.map(() => (random.chance(0.3) ? ['夹'] : []));
  const used_locals = local_names(program);
  const modules = [...names.map((name, i) => ({ name, path: [...folders[i], name] })), { name: '主', path: ['主'] }];
  for (const module of modules) Object.assign(module, { definitions: [], imports: [], namespaces: new Map(), exports: [] });
  const uses = new Map();
  for (const definition of program.definitions) {
    const others = [...mentions(definition)];
    uses.set(definition, others);
    const lowest = Math.max(0, ...others.map((other) => modules.indexOf(other.module)));
    const index = definition.kind === 'entry' ? modules.length - 1 : lowest + random.below(modules.length - lowest);
    definition.module = modules[index];
    modules[index].definitions.push(definition);
  }
  modules.forEach((module, i) => connect(module, modules.slice(0, i), uses, random, used_locals));
  // The main file also imports what nothing uses, so that it is translated too.
  const imported = new Set(modules.flatMap((module) => module.imports.map(({ target }) => target)));
  for (const module of modules.slice(0, -1)) {
    if (!imported.has(module)) modules.at(-1).imports.push({ words: '寻', path: ['随', ...module.path], target: module });
  }
  if (random.chance(0.5)) clash(program, modules, random, used_locals);
  return modules;
}

function connect(module, earlier, uses, random, used_locals) {
  const needed = new Set(module.definitions.flatMap((definition) => uses.get(definition)).map((other) => other.module));
  needed.delete(module);
  module.imports.push({ words: '寻观', path: ['着色库', '着色内建'] });
  module.opened = [];
  for (const other of random.shuffled([...needed])) {
    const through = earlier.find(
      (candidate) => candidate !== other && needed.has(candidate) && candidate.opened.includes(other) && module.opened.includes(candidate),
    );
    if (through && random.chance(0.6)) {
      // Bare names come through another module that re-exports them.
      through.imports.find(({ target }) => target === other).words = random.chance(0.5) ? '寻观诵' : '观诵';
      if (through.namespaces.size >= 0) module.opened.push(other);
      continue;
    }
    const path = ['随', ...other.path];
    if (random.chance(0.5) && !used_locals.has(other.name)) {
      module.namespaces.set(other, other.name);
      module.imports.push({ words: '寻', path, target: other });
    } else {
      module.opened.push(other);
      module.imports.push({ words: random.pick(['观', '寻观']), path, target: other });
    }
  }
}

/** Gives two definitions of different modules one name, where every reference stays clear. */
function clash(program, modules, random, used_locals) {
  const candidates = random.shuffled(program.definitions.filter(({ kind }) => ['function', 'constant', 'struct'].includes(kind)));
  for (const first of candidates) {
    for (const second of candidates) {
      if (first.module === second.module || used_locals.has(first.name) || used_locals.has(second.name)) continue;
      if (program.number_names.has(first.name) || program.number_names.has(second.name)) continue;
      const sees = (module, definition) => module === definition.module || module.opened.includes(definition.module);
      if (modules.some((module) => sees(module, first) && sees(module, second))) continue;
      // Re-exports make more modules visible than `opened` says.
      if (modules.some((module) => module.imports.some(({ words }) => words.includes('诵')))) continue;
      second.name = first.name;
      return;
    }
  }
}
