// Takes over what the browser selects.
import { Transforms } from 'slate';
import { ReactEditor } from 'slate-react';

/** Slate takes over what the browser selects in a text only up to 100 ms later. */
export const selectAsBrowser = (editor: ReactEditor): void => {
  const selection = getSelection();
  const range =
    selection === null ? null : ReactEditor.toSlateRange(editor, selection, { exactMatch: false, suppressThrow: true });
  if (range !== null) Transforms.select(editor, range);
};
