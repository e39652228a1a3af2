// The slash that opens a menu: where it is, and what is typed after it.
import { Editor, Range, Transforms, type PointRef } from 'slate';
import { currentBlock, setBlock, type BlockKind } from './commands.ts';

/** Where the user typed a slash that may open the menu. */
const slashes = new WeakMap<Editor, PointRef>();

export const closeSlash = (editor: Editor): void => {
  slashes.get(editor)?.unref();
  slashes.delete(editor);
};

/** The slash and what follows it up to the cursor; undefined if no menu belongs here. */
export const slashRange = (editor: Editor): Range | undefined => {
  const from = slashes.get(editor)?.current;
  const { selection } = editor;
  if (from === undefined || from === null || selection === null || !Range.isCollapsed(selection)) return undefined;
  const { anchor: to } = selection;
  const [, path] = currentBlock(editor) ?? [];
  if (path === undefined || !Editor.hasPath(editor, from.path)) return undefined;
  const range = Editor.range(editor, from, to);
  const isInBlock = Range.includes(Editor.range(editor, path), from) && Range.isForward({ anchor: from, focus: to });
  return isInBlock && /^\/(?:\S.*)?$/u.test(Editor.string(editor, range)) ? range : undefined;
};

/** What the user typed after the slash; undefined without a menu. */
export const slashQuery = (editor: Editor): string | undefined => {
  const range = slashRange(editor);
  return range === undefined ? undefined : Editor.string(editor, range).slice(1);
};

/** Removes the slash and the text after it. */
export const removeSlash = (editor: Editor): void => {
  const range = slashRange(editor);
  closeSlash(editor);
  if (range !== undefined) Transforms.delete(editor, { at: range });
};

/** Makes the block with the slash into this kind. */
export const applySlash = (editor: Editor, kind: BlockKind): void => {
  removeSlash(editor);
  setBlock(editor, kind);
};

/** Remembers a slash that is typed at the start of a block, or after a blank. */
export const withSlash = <T extends Editor>(editor: T): T => {
  const { insertText } = editor;
  editor.insertText = (text, options) => {
    insertText(text, options);
    const { selection } = editor;
    if (text !== '/') return;
    const [block, path] = currentBlock(editor) ?? [];
    if (selection === null || path === undefined || block?.type === 'code') return;
    const before = Editor.string(editor, { anchor: Editor.start(editor, path), focus: selection.anchor });
    if (!/(?:^|\s)\/$/u.test(before)) return;
    closeSlash(editor);
    const { path: at, offset } = selection.anchor;
    slashes.set(editor, Editor.pointRef(editor, { path: at, offset: offset - 1 }, { affinity: 'backward' }));
  };
  return editor;
};
