// Operations on matrices of every shape, in the form of functions.mjs. An invocation takes sixteen numbers of each argument.

import { of_sum, exact } from './bounds.mjs';

export const numbers_each = 16;

/** Column-major matrices over the numbers: `columns` of `rows`. */
const column = (numbers, rows, i) => numbers.slice(i * rows, (i + 1) * rows);
const times = (numbers, columns, rows, vector) =>
  Array.from({ length: rows }, (_, r) => vector.reduce((sum, x, c) => sum + numbers[c * rows + r] * x, 0));
const sizes = (numbers) => numbers.map(Math.abs);

/** One operation: `parts` says which matrices and vectors the expression is made of. */
function product(columns, rows, name, left, right, reference) {
  const result_columns = left.columns && right.columns;
  const terms = (a, b) => Math.max(...reference(sizes(a), sizes(b)));
  const bound = of_sum(terms, columns + rows);
  return { name: '矩阵乘', id: `矩阵乘 ${name} ${columns}×${rows}`, left, right, result_columns, reference, wgsl: bound, ptx: bound, cpu: bound };
}

function of_shape(columns, rows) {
  const matrix = { columns, rows };
  const others = ((columns + rows) % 3) + 2;
  const all = columns * rows;
  const componentwise = (name, of) => ({
    name,
    id: `${name} 矩阵 ${columns}×${rows}`,
    left: matrix,
    right: name === '数乘' ? { rows: 1 } : matrix,
    result_columns: columns,
    reference: (a, b) => a.slice(0, all).map((x, i) => of(x, name === '数乘' ? b[0] : b[i])),
    wgsl: exact,
    ptx: exact,
    cpu: exact,
  });
  return [
    componentwise('加', (a, b) => a + b),
    componentwise('减', (a, b) => a - b),
    componentwise('数乘', (a, b) => a * b),
    product(columns, rows, '矩阵·向量', matrix, { rows: columns }, (a, b) => times(a, columns, rows, b.slice(0, columns))),
    product(columns, rows, '向量·矩阵', { rows }, matrix, (a, b) =>
      Array.from({ length: columns }, (_, c) => column(b, rows, c).reduce((sum, x, r) => sum + x * a[r], 0))),
    product(columns, rows, '矩阵·矩阵', matrix, { columns: others, rows: columns }, (a, b) =>
      Array.from({ length: others }, (_, c) => times(a, columns, rows, column(b, columns, c))).flat()),
  ].map((row) => ({ ...row, shape: 'matrix', arity: 2, columns, rows, zero: 'open' }));
}

const one = Array(numbers_each).fill(1);

/** The functions of matrices of these shapes; an entry's width is the shape's two digits. */
export function matrix_functions(shapes) {
  return shapes.flatMap(([columns, rows]) => of_shape(columns, rows)).map((row) => ({
    ...row,
    widths: [row.columns * 10 + row.rows],
    length: row.reference(one, one).length,
  }));
}
