// Reads what is pasted or dropped, all of it at once, because a browser empties it after the event; and tells Markdown from other text.
import { withoutStyles } from './withoutStyles.ts';

export type Pasted =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'text'; readonly text: string };

/** Whether HTML has nothing but pictures. Long HTML has more, and is not read twice. */
const hasOnlyPictures = (html: string): boolean =>
  html.length < 100_000 &&
  new DOMParser().parseFromString([...withoutStyles(html)].join(''), 'text/html').body.textContent.trim() === '';

/**
 * HTML, before files, before text. A picture that is copied in a browser is a file, with HTML that only refers to it; a part of a
 * spreadsheet is HTML, with a picture of it as a file.
 */
export const readClipboard = (data: DataTransfer): Pasted => {
  const [html, text, files] = [data.getData('text/html'), data.getData('text/plain'), [...data.files]];
  if (files.length > 0 && (html === '' || hasOnlyPictures(html))) return { kind: 'files', files };
  // Visual Studio Code adds HTML with the colors of its text.
  if (html === '' || data.types.includes('vscode-editor-data')) return { kind: 'text', text };
  return { kind: 'html', html };
};

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
