// Cuts two long texts to where they begin to differ.

/** The browser would need seconds to lay out all of a long text. */
const maxCharacters = 5_000;

/** So much of what both texts have is shown before it. */
const before = 200;

const cut = (text: string, start: number): string => {
  const end = start + maxCharacters;
  return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
};

/** @returns the first different part of both texts, or short texts as they are */
export const excerptsOf = (own: string, other: string): readonly [own: string, other: string] => {
  const length = Math.max(own.length, other.length);
  if (length <= maxCharacters) return [own, other];
  let same = 0;
  while (same < length && own[same] === other[same]) same++;
  const start = Math.max(same - before, 0);
  return [cut(own, start), cut(other, start)];
};
