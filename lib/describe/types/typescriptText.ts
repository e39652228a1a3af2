// Writes small pieces of TypeScript.

/** A string literal. */
export const stringLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

export const unionOf = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map(stringLiteral).join(' | ');

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const propertyName = (name: string): string => (identifier.test(name) ? name : stringLiteral(name));

/** A property of an interface, indented by two spaces. */
export const propertyLine = (name: string, type: string, optional = false): string =>
  `  ${propertyName(name)}${optional ? '?' : ''}: ${type};`;

/** The same, without assignment. */
export const readonlyLine = (name: string, type: string, optional = false): string =>
  `  readonly ${propertyLine(name, type, optional).trimStart()}`;

/** An object type on one line. */
export const inlineObject = (entries: readonly (readonly [name: string, type: string])[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(([name, type]) => propertyLine(name, type).trim().slice(0, -1)).join('; ')} }`;

/** An interface or an object type with these lines. */
export const block = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${head} {}` : `${head} {\n${lines.join('\n')}\n}`;

/** A comment, which the text cannot end. */
export const comment = (text: string): string => `/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`;
