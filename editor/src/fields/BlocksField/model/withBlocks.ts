// The rules of rich text for Slate: which nodes can be where, and what Enter and Backspace do.
import { Editor, Element, Node, Path, Range, Text, Transforms, type NodeEntry } from 'slate';
import { currentBlock, isOfType, outdentItem, setBlock } from './commands.ts';
import { emptyParagraph } from './stored.ts';
import { textBlocks, type BlockElement } from './types.ts';

const isTextBlock = (node: Node): node is BlockElement => isOfType(node, ...textBlocks);

/** @returns whether it changed something; Slate then normalizes what changed once more */
const normalizeList = (editor: Editor, list: BlockElement, path: Path): boolean => {
  if (list.children.length === 0) {
    Transforms.removeNodes(editor, { at: path });
    return true;
  }
  for (const [index, child] of list.children.entries()) {
    const at = [...path, index];
    if (isTextBlock(child) && child.type !== 'list-item') {
      Transforms.setNodes(editor, { type: 'list-item' }, { at });
      return true;
    }
    const next = list.children[index + 1];
    if (isOfType(child, 'list') && isOfType(next, 'list') && child.format === next.format) {
      Transforms.mergeNodes(editor, { at: Path.next(at) });
      return true;
    }
  }
  return false;
};

const normalizeInlines = (editor: Editor, block: BlockElement, path: Path): boolean => {
  for (const [index, child] of block.children.entries()) {
    if (!('type' in child)) continue;
    const at = [...path, index];
    const isWrong =
      !editor.isInline(child) || (child.type === 'link' && (block.type === 'code' || block.type === 'link'));
    if (isWrong) {
      Transforms.unwrapNodes(editor, { at });
      return true;
    }
    if (child.type === 'link' && Node.string(child) === '') {
      Transforms.removeNodes(editor, { at });
      return true;
    }
  }
  return false;
};

const normalizeTop = (editor: Editor): boolean => {
  if (editor.children.length === 0) {
    Transforms.insertNodes(editor, emptyParagraph());
    return true;
  }
  for (const [index, child] of editor.children.entries()) {
    if (Text.isText(child) || editor.isInline(child)) {
      Transforms.wrapNodes(editor, { type: 'paragraph', children: [] }, { at: [index] });
      return true;
    }
    if (child.type === 'list-item') {
      Transforms.setNodes(editor, { type: 'paragraph' }, { at: [index] });
      return true;
    }
  }
  return false;
};

const normalize = (editor: Editor, [node, path]: NodeEntry): boolean => {
  if (Editor.isEditor(node)) return normalizeTop(editor);
  if (!Element.isElement(node)) return false;
  if (node.type === 'list') return normalizeList(editor, node, path);
  return node.type === 'link' || isTextBlock(node) ? normalizeInlines(editor, node, path) : false;
};

/** Enter in a quote or in code is a line; at an empty last line it leaves the block. */
const breakLine = (editor: Editor, path: Path): void => {
  const { selection } = editor;
  const text = Editor.string(editor, path);
  const isAtEnd = selection !== null && Editor.isEnd(editor, selection.anchor, path);
  if (!isAtEnd || !(text.endsWith('\n') || text === '')) {
    editor.insertText('\n');
    return;
  }
  if (text !== '') Transforms.delete(editor, { unit: 'character', reverse: true });
  Transforms.insertNodes(editor, emptyParagraph(), { at: Path.next(path), select: true });
};

const insertBreak = (editor: Editor, insertDefault: () => void): void => {
  const [block, path] = currentBlock(editor) ?? [];
  if (block === undefined || path === undefined) {
    insertDefault();
    return;
  }
  if (editor.isVoid(block)) {
    Transforms.insertNodes(editor, emptyParagraph(), { at: Path.next(path), select: true });
    return;
  }
  if (block.type === 'quote' || block.type === 'code') {
    breakLine(editor, path);
    return;
  }
  if (block.type === 'list-item' && Node.string(block) === '') {
    outdentItem(editor);
    return;
  }
  const isAtEnd = editor.selection !== null && Editor.isEnd(editor, editor.selection.anchor, path);
  insertDefault();
  if (block.type === 'heading' && isAtEnd) setBlock(editor, { type: 'paragraph' });
};

/** @returns whether Backspace only changes the kind of the block: at its start */
const resetBlock = (editor: Editor): boolean => {
  const { selection } = editor;
  const [block, path] = currentBlock(editor) ?? [];
  if (selection === null || !Range.isCollapsed(selection) || block === undefined || path === undefined) return false;
  if (editor.isVoid(block) || block.type === 'paragraph' || !Editor.isStart(editor, selection.anchor, path))
    return false;
  if (block.type === 'list-item') outdentItem(editor);
  else setBlock(editor, { type: 'paragraph' });
  return true;
};

/** Adds the rules to an editor. */
export const withBlocks = <T extends Editor>(editor: T): T => {
  const { isInline, isVoid, normalizeNode, insertBreak: breakDefault, deleteBackward } = editor;

  editor.isInline = (element) => element.type === 'link' || element.type === 'unknown-inline' || isInline(element);
  editor.isVoid = (element) =>
    ['image', 'pending', 'unknown', 'unknown-inline'].includes(element.type) || isVoid(element);
  editor.normalizeNode = (entry, options) => {
    if (!normalize(editor, entry)) normalizeNode(entry, options);
  };
  editor.insertBreak = () => insertBreak(editor, breakDefault);
  editor.insertSoftBreak = () => editor.insertText('\n');
  editor.deleteBackward = (unit) => {
    if (!resetBlock(editor)) deleteBackward(unit);
  };
  return editor;
};
