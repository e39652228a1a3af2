// Cuts long texts to where they begin to differ.

/** The browser would need seconds to lay out all of a long text. */
const maxCharacters = 5_000;

/** So much of what all texts have is shown before it. */
const before = 200;

const cut = (text: string, start: number): string => {
  const end = start + maxCharacters;
  return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
};

/** @returns the first different part of all texts, or short texts as they are */
export const excerptsOf = <Texts extends readonly [string, ...string[]]>(
  ...texts: Texts
): { readonly [Index in keyof Texts]: string } => {
  const length = Math.max(...texts.map((text) => text.length));
  let same = 0;
  while (length > maxCharacters && same < length && texts.every((text) => text[same] === texts[0][same])) same++;
  const start = Math.max(same - before, 0);
  // A mapped tuple has one string for each text.
  return texts.map((text) => cut(text, start)) as { readonly [Index in keyof Texts]: string };
};
