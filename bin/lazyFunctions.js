// @ts-check
// Turns the arrow functions at the top level of a bundle into function expressions: V8 only skims those until they are called, but in a
// module it compiles all of an arrow function, esbuild's closure around each CommonJS module too, when it loads the file.
import { parse } from 'acorn';

/** @typedef {{ readonly at: number, readonly removed: number, readonly text: string }} Edit */

/**
 * The edits of one arrow function. At the top level of a module `this` is undefined, so nothing in it uses `this`.
 *
 * @param {string} code
 * @param {import('acorn').ArrowFunctionExpression} arrow
 * @returns {readonly Edit[]}
 */
const editsOf = (code, { start, end, async: isAsync, params: [first], body, expression }) => {
  const head = isAsync ? start + 'async'.length : start;
  const parenthesis = code.indexOf('(', head);
  const at = first === undefined || (parenthesis >= 0 && parenthesis < first.start) ? parenthesis : first.start;
  const hasParentheses = at === parenthesis;
  const arrow = code.lastIndexOf('=>', body.start);
  const keyword = `${/[\w$]/.test(code[at - 1] ?? '') ? ' ' : ''}function`;
  return [
    { at, removed: 0, text: hasParentheses ? keyword : `${keyword}(` },
    { at: arrow, removed: 2, text: `${hasParentheses ? '' : ')'}${expression ? '{return ' : ''}` },
    ...(expression ? [{ at: end, removed: 0, text: '}' }] : []),
  ];
};

/** V8 compiles a short function as fast as it skims it, so the word `function` is not worth its bytes there. */
const shortest = 150;

/**
 * The arrow functions, but for short ones, that code at the top level creates, outside of other functions and of classes.
 *
 * @param {unknown} node
 * @returns {readonly import('acorn').ArrowFunctionExpression[]}
 */
const topLevelArrows = (node) => {
  if (Array.isArray(node)) return node.flatMap(topLevelArrows);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  if (node.type === 'ArrowFunctionExpression') {
    const arrow = /** @type {import('acorn').ArrowFunctionExpression} */ (/** @type {unknown} */ (node));
    return arrow.end - arrow.start < shortest ? [] : [arrow];
  }
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ClassBody') return [];
  return Object.values(node).flatMap(topLevelArrows);
};

/** @param {string} code of a module @returns {readonly Edit[]} in their order, none over the end of a line */
const findEdits = (code) =>
  topLevelArrows(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body).flatMap((arrow) =>
    editsOf(code, arrow),
  );

/** @param {string} code @param {readonly Edit[]} edits */
const applyEdits = (code, edits) => {
  let last = 0;
  const parts = edits.map(({ at, removed, text }) => {
    const part = code.slice(last, at) + text;
    last = at + removed;
    return part;
  });
  return parts.join('') + code.slice(last);
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first number of a segment of a source map, and how many characters it has. */
const readNumber = (/** @type {string} */ segment) => {
  let value = 0;
  let length = 0;
  let digit;
  do {
    digit = digits.indexOf(segment[length] ?? '');
    value += (digit & 31) * 32 ** length;
    length++;
  } while (digit >= 32);
  return { value: value % 2 === 1 ? -(value - 1) / 2 : value / 2, length };
};

const writeNumber = (/** @type {number} */ value) => {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += digits.charAt(rest > 0 ? digit + 32 : digit);
  } while (rest > 0);
  return text;
};

/**
 * Moves the columns of a source map: the first number of each segment, which counts from the segment before it in the line.
 *
 * @param {string} mappings
 * @param {string} code before the edits
 * @param {readonly Edit[]} edits
 */
const moveMappings = (mappings, code, edits) => {
  let lineStart = 0;
  let next = 0;
  return mappings
    .split(';')
    .map((line) => {
      let column = 0;
      let moved = 0;
      let shift = 0;
      const segments = line.split(',').map((segment) => {
        if (segment === '') return segment;
        const { value, length } = readNumber(segment);
        column += value;
        for (let edit = edits[next]; edit !== undefined && edit.at < lineStart + column; edit = edits[++next])
          shift += edit.text.length - edit.removed;
        const delta = column + shift - moved;
        moved = column + shift;
        return writeNumber(delta) + segment.slice(length);
      });
      const end = code.indexOf('\n', lineStart);
      lineStart = end < 0 ? code.length : end + 1;
      while ((edits[next]?.at ?? Infinity) < lineStart) next++;
      return segments.join();
    })
    .join(';');
};

/**
 * @param {string} code a bundle in one module, minified
 * @param {string} [map] its source map, in JSON
 * @returns {{ readonly code: string, readonly map: string | undefined }}
 * @throws SyntaxError for code that is no module
 */
export const withLazyFunctions = (code, map) => {
  const edits = findEdits(code);
  if (map === undefined) return { code: applyEdits(code, edits), map };
  /** @type {unknown} */
  const parsed = JSON.parse(map);
  const { mappings, ...rest } = /** @type {{ readonly mappings: string }} */ (parsed);
  return {
    code: applyEdits(code, edits),
    map: JSON.stringify({ ...rest, mappings: moveMappings(mappings, code, edits) }),
  };
};
