// Reads the pattern of an attribute, so that words can say what it takes.

/** Characters by name; others are signs, or ranges such as `a–f`. */
type CharacterName = 'lower' | 'upper' | 'digit' | 'space' | 'any';

export interface PatternPart {
  /** Text as it is, the characters of which one is taken, or parts of which one is taken, each a sequence. */
  readonly of:
    | { readonly text: string }
    | { readonly names: readonly CharacterName[]; readonly signs: readonly string[] }
    | { readonly choices: readonly (readonly PatternPart[])[] };
  readonly min: number;
  readonly max: number;
}

const escaped: Readonly<Record<string, readonly CharacterName[]>> = {
  d: ['digit'],
  w: ['lower', 'upper', 'digit'],
  s: ['space'],
};

const ranges: readonly (readonly [RegExp, CharacterName])[] = [
  [/a-z/u, 'lower'],
  [/A-Z/u, 'upper'],
  [/0-9|\\d/u, 'digit'],
  [/\\s| /u, 'space'],
];

const unread = (): never => {
  throw new RangeError('This part of a pattern has no words');
};

/** @param inside of `[…]` */
const readSet = (inside: string): PatternPart['of'] => {
  if (inside.startsWith('^')) return unread();
  let signs = inside.replaceAll(/\\w/gu, String.raw`a-zA-Z0-9_`);
  const names = ranges.flatMap(([range, name]) => {
    if (!range.test(signs)) return [];
    signs = signs.replace(range, '');
    return [name];
  });
  const others = [...signs.matchAll(/(\w)-(\w)|\\(\W)|([^\\])/gu)];
  // Such as `\b`.
  if (others.map(([read]) => read).join('') !== signs) return unread();
  return {
    names,
    signs: others.map(([, from, to, escape, sign]) =>
      from === undefined ? (escape ?? sign ?? '') : `${from}–${to ?? ''}`,
    ),
  };
};

const atom = /^(?:\[((?:\\.|[^\]\\])+)\]|\\(.)|(\((?:\?:)?)|([^\\^$.*+?()[\]{}|])|(\.))/u;
const quantifier = /^(?:([?*+])|\{(\d+)(?:(,)(\d*))?\})/u;

const counts: Readonly<Record<string, readonly [min: number, max: number]>> = {
  '?': [0, 1],
  '*': [0, Infinity],
  '+': [1, Infinity],
};

/** Reads sequences with `|` between them, to the end or a closing bracket. @returns them, and the rest of the pattern */
const readChoices = (pattern: string): readonly [choices: readonly (readonly PatternPart[])[], rest: string] => {
  const choices: PatternPart[][] = [[]];
  let rest = pattern;
  while (rest !== '' && !rest.startsWith(')')) {
    if (rest.startsWith('|')) {
      choices.push([]);
      rest = rest.slice(1);
      continue;
    }
    const [read, set, escape, group, sign, dot] = atom.exec(rest) ?? unread();
    rest = rest.slice(read.length);
    let of: PatternPart['of'];
    if (set !== undefined) of = readSet(set);
    else if (group !== undefined) {
      const [inner, after] = readChoices(rest);
      if (!after.startsWith(')')) return unread();
      of = { choices: inner };
      rest = after.slice(1);
    } else if (dot !== undefined) of = { names: ['any'], signs: [] };
    else if (escape !== undefined && /[a-zA-Z]/u.test(escape))
      of = { names: escaped[escape] ?? unread(), signs: escape === 'w' ? ['_'] : [] };
    else of = { text: escape ?? sign ?? '' };
    const [counted = '', short = '', least, comma, most] = quantifier.exec(rest) ?? [];
    rest = rest.slice(counted.length);
    const [min, max] = counts[short] ?? [Number(least ?? 1), Number(most === '' ? Infinity : (most ?? least ?? 1))];
    const last = choices.at(-1)?.at(-1);
    const isOne = counted === '' && comma === undefined;
    if ('text' in of && isOne && last !== undefined && 'text' in last.of && last.max === 1 && last.min === 1)
      choices.at(-1)?.splice(-1, 1, { ...last, of: { text: last.of.text + of.text } });
    else choices.at(-1)?.push({ of, min, max });
  }
  return [choices, rest];
};

/** @returns what the whole text consists of, as sequences of which one is taken; undefined for patterns that have no simple words */
export const readPattern = (regex: string): readonly (readonly PatternPart[])[] | undefined => {
  const [, whole] = /^\^(.*)\$$/u.exec(regex) ?? [];
  if (whole === undefined) return undefined;
  try {
    const [choices, rest] = readChoices(whole);
    // `^a|b$` is not anchored as a whole.
    return rest === '' && choices.length === 1 ? choices : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
