// Reads what is pasted or dropped. All of it at once, because a browser empties it after the event.

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
