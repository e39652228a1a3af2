// Changes of rich text that the toolbar and the shortcuts make.
import { Editor, Element, Node, Path, Range, Transforms, type NodeEntry } from 'slate';
import { isSafeUrl } from '../../links/safeUrl.ts';
import { emptyParagraph } from './stored.ts';
import { marks, textBlocks, type BlockElement, type BlockImage, type Mark } from './types.ts';

/** The keys of a picture that Strapi's editor stores too. */
export const imageKeys = [
  ...['name', 'alternativeText', 'url', 'caption', 'width', 'height', 'formats', 'hash', 'ext', 'mime', 'size'],
  ...['previewUrl', 'provider', 'createdAt', 'updatedAt'],
];

/** A file of the media library, or a picture. */
export type ImageFile = Pick<BlockImage, 'name' | 'url'>;

export const toBlockImage = (file: ImageFile): BlockImage => {
  const copied = Object.entries(file).filter(([key]) => imageKeys.includes(key));
  return { ...Object.fromEntries(copied), name: file.name, url: file.url };
};

/** What a block can be made into. */
export type BlockKind =
  | { readonly type: 'paragraph' | 'quote' | 'code' }
  | { readonly type: 'heading'; readonly level: number }
  | { readonly type: 'list'; readonly format: 'ordered' | 'unordered' };

/** Each with the characters that make it when they are typed. */
export const blockKinds: readonly { readonly id: string; readonly kind: BlockKind; readonly typed: string }[] = [
  { id: 'paragraph', kind: { type: 'paragraph' }, typed: '' },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    id: `heading${level}`,
    kind: { type: 'heading', level } as const,
    typed: '#'.repeat(level),
  })),
  { id: 'unordered', kind: { type: 'list', format: 'unordered' }, typed: '-' },
  { id: 'ordered', kind: { type: 'list', format: 'ordered' }, typed: '1.' },
  { id: 'quote', kind: { type: 'quote' }, typed: '>' },
  { id: 'code', kind: { type: 'code' }, typed: '```' },
];

/** Whether a node is an element of one of the types. */
export const isOfType = (node: Node | undefined, ...types: readonly BlockElement['type'][]): node is BlockElement =>
  Element.isElement(node) && types.includes(node.type);

const isList = (node: Node): boolean => isOfType(node, 'list');
const isLink = (node: Node): boolean => isOfType(node, 'link');
const hasText = (node: Node): boolean => isOfType(node, ...textBlocks);

/** The innermost block with the start of the selection. */
export const currentBlock = (editor: Editor): NodeEntry<BlockElement> | undefined => {
  if (editor.selection === null) return undefined;
  return Editor.above<BlockElement>(editor, {
    at: Range.start(editor.selection),
    match: (node) => Element.isElement(node) && Editor.isBlock(editor, node),
  });
};

/** The kind of the block with the start of the selection; undefined for images and unknown blocks. */
export const currentKind = (editor: Editor): BlockKind | undefined => {
  const [block, path] = currentBlock(editor) ?? [];
  if (block === undefined || path === undefined) return undefined;
  const { type, level = 1 } = block;
  if (type === 'paragraph' || type === 'quote' || type === 'code') return { type };
  if (type === 'heading') return { type, level };
  if (type !== 'list-item') return undefined;
  const list = Node.parent(editor, path);
  return { type: 'list', format: isOfType(list, 'list') && list.format === 'ordered' ? 'ordered' : 'unordered' };
};

/** Takes the selected items out of all lists. */
const leaveLists = (editor: Editor): void => {
  const hasListAround = () => Editor.nodes(editor, { match: isList }).next().done !== true;
  while (hasListAround()) Transforms.unwrapNodes(editor, { match: isList, mode: 'lowest', split: true });
};

const keysOfKinds = ['level', 'format', 'indentLevel', 'language'];

/** Makes the selected blocks that contain text into blocks of this kind. */
export const setBlock = (editor: Editor, kind: BlockKind): void => {
  Editor.withoutNormalizing(editor, () => {
    leaveLists(editor);
    const { type, ...properties } = kind.type === 'list' ? ({ type: 'list-item' } as const) : kind;
    Transforms.unsetNodes(editor, keysOfKinds, { match: hasText });
    Transforms.setNodes(editor, { type, ...properties }, { match: hasText });
    if (type === 'code') {
      Transforms.unwrapNodes(editor, { match: isLink, mode: 'all' });
      Transforms.unsetNodes(editor, [...marks], { match: (node) => 'text' in node, mode: 'lowest' });
    }
    if (kind.type === 'list')
      Transforms.wrapNodes(
        editor,
        { type: 'list', format: kind.format, children: [] },
        { match: (node) => isOfType(node, 'list-item') },
      );
  });
};

const isSameKind = (a: BlockKind | undefined, b: BlockKind): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The lists with the selected items, the innermost ones. */
const selectedLists = (editor: Editor): readonly NodeEntry[] => [
  ...Editor.nodes(editor, { match: isList, mode: 'lowest' }),
];

/** Like `setBlock`, but makes a paragraph of what is this kind already; a list gets its new format and keeps its levels. */
export const toggleBlock = (editor: Editor, kind: BlockKind): void => {
  const now = currentKind(editor);
  if (isSameKind(now, kind)) setBlock(editor, { type: 'paragraph' });
  else if (kind.type === 'list' && now?.type === 'list')
    for (const [, path] of selectedLists(editor)) Transforms.setNodes(editor, { format: kind.format }, { at: path });
  else setBlock(editor, kind);
};

const currentItem = (editor: Editor): NodeEntry<BlockElement> | undefined => {
  const [block, path] = currentBlock(editor) ?? [];
  return block?.type === 'list-item' && path !== undefined ? [block, path] : undefined;
};

/** An item can be one level deeper than the item before it. */
export const canIndent = (editor: Editor): boolean => (currentItem(editor)?.[1].at(-1) ?? 0) > 0;

export const canOutdent = (editor: Editor): boolean => (currentItem(editor)?.[1].length ?? 0) > 2;

/** Puts the item into a list below the item before it. */
export const indentItem = (editor: Editor): void => {
  const [, path] = currentItem(editor) ?? [];
  if (path === undefined || !canIndent(editor)) return;
  const list = Node.parent(editor, path);
  const [previous, previousPath] = Editor.node(editor, Path.previous(path));
  Editor.withoutNormalizing(editor, () => {
    if (isOfType(previous, 'list'))
      Transforms.moveNodes(editor, { at: path, to: [...previousPath, previous.children.length] });
    else if (isOfType(list, 'list')) {
      const format = list.format ?? 'unordered';
      // The path of an item is one longer than the number of lists around it.
      Transforms.wrapNodes(editor, { type: 'list', format, indentLevel: path.length - 1, children: [] }, { at: path });
    }
  });
};

/** Puts the item into the list around its own, or makes it a paragraph if there is none. */
export const outdentItem = (editor: Editor): void => {
  const [, path] = currentItem(editor) ?? [];
  if (path === undefined) return;
  Editor.withoutNormalizing(editor, () => {
    if (!canOutdent(editor)) Transforms.setNodes(editor, { type: 'paragraph' }, { at: path });
    Transforms.liftNodes(editor, { at: path });
  });
};

export const isMarked = (editor: Editor, mark: Mark): boolean => Editor.marks(editor)?.[mark] === true;

export const toggleMark = (editor: Editor, mark: Mark): void => {
  if (currentKind(editor)?.type === 'code') return;
  if (isMarked(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
};

export const currentLink = (editor: Editor): NodeEntry<BlockElement> | undefined => {
  if (editor.selection === null) return undefined;
  return Editor.above<BlockElement>(editor, { match: isLink });
};

export const removeLink = (editor: Editor): void => Transforms.unwrapNodes(editor, { match: isLink });

/** Links the selected text, or changes the link with the cursor; without either, inserts `text`. */
export const setLink = (editor: Editor, url: string, text = url): void => {
  if (!isSafeUrl(url) || editor.selection === null) return;
  const [, path] = currentLink(editor) ?? [];
  if (path !== undefined) {
    Transforms.setNodes(editor, { url }, { at: path });
    return;
  }
  if (Range.isCollapsed(editor.selection)) {
    Transforms.insertNodes(editor, { type: 'link', url, children: [{ text }] });
    return;
  }
  Editor.withoutNormalizing(editor, () => {
    removeLink(editor);
    Transforms.wrapNodes(editor, { type: 'link', url, children: [] }, { split: true });
    Transforms.collapse(editor, { edge: 'end' });
  });
};

/** Inserts pictures below the block with the cursor, and a paragraph to go on in if they are the end. */
export const insertImages = (editor: Editor, files: readonly ImageFile[]): void => {
  const [top] = editor.selection === null ? [editor.children.length - 1] : Range.start(editor.selection).path;
  const at = top ?? 0;
  const nodes = files.map((file): BlockElement => ({
    type: 'image',
    image: toBlockImage(file),
    children: [{ text: '' }],
  }));
  const isLast = at + 1 >= editor.children.length;
  Transforms.insertNodes(editor, isLast ? [...nodes, emptyParagraph()] : nodes, { at: [at + 1] });
};
