// Reads schemas that are programs, as far as they only export an object.
const stringsAndComments = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Removes comments, but not what looks like one in a string. */
export const withoutComments = (code: string): string => code.replace(stringsAndComments, '$1');

/** Lines before the object: imports, and the directive of scripts. */
const leadingLine = /^(?:import\b.*|["']use strict["'];?|)$/;

/** Before the object. */
const beginning = /^(?:export default|module\.exports ?=|const (\w+)(?: ?: ?[\w.]+)? ?=)$/;

/** After the object: what TypeScript may say of it, and the export of its name. */
const ending = /^(?:as const|(?:as|satisfies) [\w.]+)? ?;? ?(?:(?:export default|module\.exports ?=) ?(\w+);?)?$/;

const onOneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();

/** The object or list at the start of the code, up to its closing bracket. */
export const leadingLiteral = (code: string): string => {
  let depth = 0;
  for (const { 0: token, index } of code.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return code.slice(0, index + token.length);
  }
  return code;
};

/**
 * @param code of `schema.ts` or `schema.js`
 * @returns the JSON of the object that it exports; undefined for code that does anything else
 */
export const readProgram = async (code: string): Promise<string | undefined> => {
  const lines = withoutComments(code).split('\n');
  const text = lines.slice(lines.findIndex((line) => !leadingLine.test(line.trim()))).join('\n');
  const bracket = text.indexOf('{');
  const start = beginning.exec(onOneLine(text.slice(0, Math.max(bracket, 0))));
  const object = leadingLiteral(text.slice(bracket));
  const end = ending.exec(onOneLine(text.slice(bracket + object.length)));
  if (start === null || end === null || end[1] !== start[1]) return undefined;
  const { default: json5 } = await import('json5');
  try {
    return JSON.stringify(json5.parse(object));
  } catch {
    return undefined;
  }
};
