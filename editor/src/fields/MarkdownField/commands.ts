// Changes of Markdown text that the toolbar makes, as changes of a text with a selection.

export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Replaces what is between `from` and `to`, and then selects what is between `anchor` and `head`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly anchor: number;
  readonly head: number;
}

/** Puts signs around the selection, or takes them away if they are there. */
export const toggleAround = ({ text, from, to }: Selected, sign: string): Edit => {
  const inner = text.slice(from, to);
  const outerFrom = from - sign.length;
  const outerTo = to + sign.length;
  if (outerFrom >= 0 && text.slice(outerFrom, from) === sign && text.slice(to, outerTo) === sign)
    return { from: outerFrom, to: outerTo, insert: inner, anchor: outerFrom, head: outerFrom + inner.length };
  const anchor = from + sign.length;
  return { from, to, insert: `${sign}${inner}${sign}`, anchor, head: anchor + inner.length };
};

/** How a line begins that has the prefix, and the prefix of a line. */
const prefixes = {
  heading: [/^#{1,6} /u, () => '## '],
  quote: [/^> /u, () => '> '],
  unordered: [/^[-*+] /u, () => '- '],
  ordered: [/^\d+\. /u, (index: number) => `${index + 1}. `],
} as const;

/** Puts a sign before each selected line, or takes it away if all lines have it. */
export const toggleLines = ({ text, from, to }: Selected, prefix: keyof typeof prefixes): Edit => {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const nextBreak = text.indexOf('\n', to);
  const end = nextBreak < 0 ? text.length : nextBreak;
  const lines = text.slice(start, end).split('\n');
  const [present, prefixAt] = prefixes[prefix];
  const isPresent = lines.every((line) => present.test(line));
  const insert = lines
    .map((line, index) => (isPresent ? line.replace(present, '') : `${prefixAt(index)}${line}`))
    .join('\n');
  return { from: start, to: end, insert, anchor: start + insert.length, head: start + insert.length };
};

/** Characters that would end the text of a link. */
const escapeLabel = (label: string): string => label.replace(/[\\[\]]/gu, '\\$&');

/** An address without spaces and brackets needs no signs around it. */
const escapeUrl = (url: string): string =>
  /[\s()<>]/u.test(url) ? `<${url.replace(/[<>]/gu, encodeURIComponent)}>` : url;

/** Makes the selection the text of a link; without one, `title` or else the address. The cursor comes after it. */
export const insertLink = ({ text, from, to }: Selected, url: string, title = url): Edit => {
  const label = from === to ? escapeLabel(title) : text.slice(from, to);
  const insert = `[${label}](${escapeUrl(url)})`;
  return { from, to, insert, anchor: from + insert.length, head: from + insert.length };
};

export const insertImages = (
  { to }: Selected,
  files: readonly { readonly url: string; readonly name: string; readonly alternativeText?: string | null }[],
): Edit => {
  const insert = files
    .map(({ url, name, alternativeText }) => `![${escapeLabel(alternativeText ?? name)}](${escapeUrl(url)})`)
    .join('\n\n');
  return { from: to, to, insert, anchor: to + insert.length, head: to + insert.length };
};

/** @returns the line breaks that a block needs between two texts, for an empty line beside each that has content */
export const paddingBetween = (before: string, after: string): readonly [before: string, after: string] => {
  const padding = (around: string, breaks: RegExp): string =>
    around.trim() === '' ? '' : '\n'.repeat(Math.max(2 - (breaks.exec(around)?.[0].length ?? 0), 0));
  return [padding(before, /\n+$/u), padding(after, /^\n+/u)];
};

const emptyTable = '|  |  |\n| - | - |\n|  |  |';

/** Puts a table of two columns below the selection. The cursor is in its first cell. */
export const insertTable = ({ text, to }: Selected): Edit => {
  const [before, after] = [text.slice(0, to), text.slice(to)];
  const [start, end] = paddingBetween(before, after);
  const anchor = to + start.length + 2;
  return { from: to, to, insert: start + emptyTable + end, anchor, head: anchor };
};
