// Shows other content in the editor, and keeps the cursor where it was if there is still text.
import { Editor, Range, type BaseEditor } from 'slate';
import type { BlockElement } from './model/types.ts';

const isPresent = (editor: Editor, { path, offset }: { readonly path: number[]; readonly offset: number }): boolean =>
  Editor.hasPath(editor, path) && offset <= Editor.end(editor, path).offset;

export const replaceContent = (editor: BaseEditor & Editor, nodes: BlockElement[]): void => {
  editor.children = nodes;
  const { selection } = editor;
  if (selection !== null && !Range.edges(selection).every((point) => isPresent(editor, point)))
    editor.selection = Editor.range(editor, Editor.end(editor, []));
  editor.onChange();
};
