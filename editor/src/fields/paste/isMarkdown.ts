// Tells Markdown from other plain text.

const signs: readonly RegExp[] = [
  /^#{1,6} \S/mu,
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S/mu,
  /^> /mu,
  /^(?:```|~~~)/mu,
  /\*\*[^\s*][^*\n]*\*\*/u,
  /\[[^[\]\n]*\]\([^()\s]+\)/u,
  /`[^`\n]+`/u,
  /^\|.*\|[ \t]*\n\|[ :|-]+\|[ \t]*$/mu,
];

/** Levels and marks that go so deep are no text of a person, and the parser's time grows with the square of the depth. */
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d+[.)])){20}|(?:\*_|_\*){20}/mu;

/** Whether a text has signs of Markdown that mean something in blocks. */
export const isMarkdown = (text: string): boolean => !tooDeep.test(text) && signs.some((sign) => sign.test(text));
