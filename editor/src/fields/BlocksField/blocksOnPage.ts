// Finds the elements of blocks on the page, and takes over what the browser selects in them.
import { Transforms, type Editor } from 'slate';
import { EDITOR_TO_KEY_TO_ELEMENT } from 'slate-dom';
import { ReactEditor } from 'slate-react';

/** @param y in the window @returns the place of the block there; undefined between blocks, and outside of the text */
export const blockAt = (editor: Editor, y: number): number | undefined => {
  const text = ReactEditor.toDOMNode(editor, editor);
  const { left, width } = text.getBoundingClientRect();
  let element: Element | null = document.elementFromPoint(left + width / 2, y);
  if (element === null || !text.contains(element)) return undefined;
  let block: HTMLElement | undefined;
  for (; element !== null && element !== text; element = element.parentElement)
    if (element instanceof HTMLElement && element.dataset.slateNode === 'element') block = element;
  if (block === undefined) return undefined;
  return ReactEditor.findPath(editor, ReactEditor.toSlateNode(editor, block))[0];
};

/** @returns undefined if the block is far from the view, and not rendered */
export const elementOfBlock = (editor: Editor, index: number): HTMLElement | undefined => {
  const node = editor.children[index];
  return node === undefined ? undefined : EDITOR_TO_KEY_TO_ELEMENT.get(editor)?.get(ReactEditor.findKey(editor, node));
};

/** Slate takes over what the browser selects in a text only up to 100 ms later. */
export const selectAsBrowser = (editor: Editor): void => {
  const selection = getSelection();
  const range =
    selection === null ? null : ReactEditor.toSlateRange(editor, selection, { exactMatch: false, suppressThrow: true });
  if (range !== null) Transforms.select(editor, range);
};
