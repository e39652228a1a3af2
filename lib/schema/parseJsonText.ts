// Parses JSON that people write by hand, and locates its first mistake.

export type ParsedJson = { readonly value: unknown } | { readonly error: string };

/**
 * @param text the contents of a file, with or without a byte order mark
 * @returns the value, or an error with line, column and what was expected there
 */
export const parseJsonText = (text: string): ParsedJson => {
  const json = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(json);
    return { value };
  } catch {
    // V8 gives a position only for some mistakes, so Lectern searches for it.
    const { at, expected } = findMistake(json);
    const lines = json.slice(0, at).split('\n');
    return { error: `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: expected ${expected}` };
  }
};

type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or ]' | ', or }' | 'end';

const expectedTexts: Readonly<Record<ExpectedToken, string>> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  key: 'a name in double quotes',
  'key or }': 'a name in double quotes or "}"',
  ':': '":" after the name',
  ', or ]': '"," or "]"',
  ', or }': '"," or "}"',
  end: 'nothing after the end',
};

const space = /[ \t\r\n]*/y;
const token =
  /([{}[\],:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy;

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const findMistake = (text: string): { readonly at: number; readonly expected: string } => {
  const open: ('{' | '[')[] = [];
  let expected: ExpectedToken = 'value';
  let at = 0;
  const nextExpected = (): ExpectedToken => (open.at(-1) === '{' ? ', or }' : open.at(-1) === '[' ? ', or ]' : 'end');

  for (;;) {
    at += match(space, text, at)?.[0].length ?? 0;
    const found = match(token, text, at);
    const next: ParserStep | undefined =
      found === null ? undefined : nextStep(expected, found[1] ?? (found[2] === undefined ? 'scalar' : 'text'));
    if (found === null || next === undefined) return { at, expected: expectedTexts[expected] };
    if (next === 'open') open.push(found[0] === '{' ? '{' : '[');
    if (next === 'close') open.pop();
    expected =
      next === 'open'
        ? found[0] === '{'
          ? 'key or }'
          : 'value or ]'
        : next === 'close' || next === 'done'
          ? nextExpected()
          : next;
    at += found[0].length;
  }
};

type ParserStep = ExpectedToken | 'open' | 'close' | 'done';

/** The next state after a token where `expected` is allowed; undefined: the token is not allowed there. */
const nextStep = (expected: ExpectedToken, token: string): ParserStep | undefined => {
  switch (expected) {
    case 'value or ]':
      return token === ']' ? 'close' : nextStep('value', token);
    case 'value':
      return token === '{' || token === '[' ? 'open' : token === 'text' || token === 'scalar' ? 'done' : undefined;
    case 'key or }':
      return token === '}' ? 'close' : nextStep('key', token);
    case 'key':
      return token === 'text' ? ':' : undefined;
    case ':':
      return token === ':' ? 'value' : undefined;
    case ', or ]':
      return token === ']' ? 'close' : token === ',' ? 'value' : undefined;
    case ', or }':
      return token === '}' ? 'close' : token === ',' ? 'key' : undefined;
    case 'end':
      return undefined;
  }
};
