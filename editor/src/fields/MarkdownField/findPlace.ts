// Finds a word of a page in the Markdown that it shows.
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** What a page does not show as text. */
const hidden =
  /(?:Mark|Delimiter)$|^(?:URL|LinkTitle|LinkLabel|CodeInfo|Image|LinkReference|HTMLTag|HTMLBlock|Comment)$/;

const maxParseMs = 200;

/** @param letters how many letters and digits of text the page has before a word @returns where the word begins in the Markdown */
export const findPlace = (state: EditorState, letters: number): number => {
  const text = state.doc.toString();
  const skipped: { readonly from: number; readonly to: number }[] = [];
  ensureSyntaxTree(state, text.length, maxParseMs)?.iterate({
    enter: ({ name, from, to }) => {
      if (!hidden.test(name)) return true;
      skipped.push({ from, to });
      return false;
    },
  });
  let left = letters;
  let start = 0;
  for (const { from, to } of [...skipped, { from: text.length, to: text.length }]) {
    for (const { index } of text.slice(start, from).matchAll(/[\p{L}\p{N}]/gu)) {
      if (left === 0) return start + index;
      left -= 1;
    }
    start = Math.max(start, to);
  }
  return text.length;
};
