// What the user types becomes a block or a mark, as in Markdown: `# `, `- `, `**bold**`.
import { Editor, Range, Transforms, type Node } from 'slate';
import { blockKinds, currentBlock, setBlock, type BlockKind } from './commands.ts';
import { marks, type Mark, type RichText } from './types.ts';

/** By the text before the space that completes it. */
const blockPrefixes: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...blockKinds.filter(({ typed }) => typed !== '').map(({ typed, kind }) => [typed, kind] as const),
  ['*', { type: 'list', format: 'unordered' }],
]);

/** A sign opens after a space or an opening bracket, and has no space inside. */
const around = (sign: string, character: string): RegExp =>
  new RegExp(`(?:^|[\\s(\\[{"'“„‘«])${sign}([^\\s${character}](?:[^${character}]*[^\\s${character}])?)${sign}$`, 'u');

const markSigns: readonly (readonly [mark: Mark, length: number, pattern: RegExp])[] = [
  ['bold', 2, around(String.raw`\*\*`, '*')],
  ['bold', 2, around('__', '_')],
  ['italic', 1, around(String.raw`\*`, '*')],
  ['italic', 1, around('_', '_')],
  ['strikethrough', 2, around('~~', '~')],
  ['code', 1, around('`', '`')],
];

const collapsedAt = ({ selection }: Editor) =>
  selection !== null && Range.isCollapsed(selection) ? selection.anchor : undefined;

/** The start of the paragraph with the cursor, as text, and what it makes of the paragraph. */
const findPrefix = (editor: Editor, pattern: RegExp): (() => void) | undefined => {
  const at = collapsedAt(editor);
  const [block, path] = currentBlock(editor) ?? [];
  if (at === undefined || block?.type !== 'paragraph' || path === undefined) return undefined;
  const before = { anchor: Editor.start(editor, path), focus: at };
  const [, prefix = '', language = ''] = pattern.exec(Editor.string(editor, before)) ?? [];
  const kind = blockPrefixes.get(prefix);
  if (kind === undefined) return undefined;
  return () => {
    Transforms.delete(editor, { at: before });
    setBlock(editor, kind);
    if (language !== '') Transforms.setNodes(editor, { language }, { at: path });
  };
};

const findMark = (editor: Editor): (() => void) | undefined => {
  const at = collapsedAt(editor);
  const [block] = currentBlock(editor) ?? [];
  if (at === undefined || block === undefined || block.type === 'code') return undefined;
  const [leaf] = Editor.leaf(editor, at);
  if (leaf.code === true) return undefined;
  const before = leaf.text.slice(0, at.offset);
  for (const [mark, length, pattern] of markSigns) {
    const inner = pattern.exec(before)?.[1];
    if (inner === undefined) continue;
    const end = at.offset - length;
    return () => addMark(editor, mark, { path: at.path, from: end - inner.length, to: end, length }, leaf);
  }
  return undefined;
};

interface Marked {
  readonly path: number[];
  readonly from: number;
  readonly to: number;
  /** Of the sign on each side. */
  readonly length: number;
}

const addMark = (editor: Editor, mark: Mark, { path, from, to, length }: Marked, leaf: RichText): void => {
  const range = (start: number, end: number) => ({ anchor: { path, offset: start }, focus: { path, offset: end } });
  Editor.withoutNormalizing(editor, () => {
    Transforms.delete(editor, { at: range(to, to + length) });
    Transforms.delete(editor, { at: range(from - length, from) });
    Transforms.setNodes(
      editor,
      { [mark]: true },
      { at: range(from - length, to - length), match: (node) => 'text' in node, split: true },
    );
  });
  // What follows has the marks that the text had.
  editor.marks = Object.fromEntries(marks.filter((one) => leaf[one] === true).map((one) => [one, true]));
};

export interface ShortcutHooks {
  /** Called before a shortcut changes what was typed. */
  readonly before: () => void;
  /** Gives back what was typed. */
  readonly undo: () => void;
}

interface Done {
  readonly children: readonly Node[];
  readonly selection: Range | null;
}

/** Lets shortcuts act on what is typed, and Backspace right after one undo it. */
export const withShortcuts = <T extends Editor>(editor: T, hooks: ShortcutHooks): T => {
  const { insertText, insertBreak, deleteBackward } = editor;
  let done: Done | undefined;

  /** @returns whether there was a shortcut */
  const run = (shortcut: (() => void) | undefined): boolean => {
    if (shortcut === undefined) return false;
    hooks.before();
    shortcut();
    done = { children: editor.children, selection: editor.selection };
    return true;
  };

  editor.insertText = (text, options) => {
    insertText(text, options);
    if (text.endsWith(' ')) run(findPrefix(editor, /^(\S+) $/u));
    else if (/[*_~`]$/u.test(text)) run(findMark(editor));
  };
  editor.insertBreak = () => {
    if (!run(findPrefix(editor, /^(```)([\w+#-]*)$/u))) insertBreak();
  };
  editor.deleteBackward = (unit) => {
    const isRightAfter = done?.children === editor.children && done.selection === editor.selection;
    done = undefined;
    if (isRightAfter) hooks.undo();
    else deleteBackward(unit);
  };
  return editor;
};
