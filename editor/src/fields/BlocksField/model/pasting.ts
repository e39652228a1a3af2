// Puts pasted blocks into rich text.
import { createEditor, Editor, Element, Node, Path, Range, Transforms, type PathRef } from 'slate';
import { currentBlock, isOfType, toBlockImage, type ImageFile } from './commands.ts';
import { emptyParagraph } from './stored.ts';
import { withBlocks } from './withBlocks.ts';
import type { BlockElement, RichText } from './types.ts';

const isPlace = (node: Node): node is BlockElement => isOfType(node, 'pending');

/** The keys of the uploads whose pictures have a place in the text. */
export const pendingUploads = (nodes: readonly Node[]): ReadonlySet<number> =>
  new Set(nodes.flatMap((node) => (isPlace(node) && node.upload !== undefined ? [node.upload] : [])));

const placeOf = (editor: Editor, key: number): Path | undefined => {
  const index = editor.children.findIndex((node) => isPlace(node) && node.upload === key);
  return index < 0 ? undefined : [index];
};

/** Puts an uploaded picture into its place; nothing if the place is gone. */
export const fillPlace = (editor: Editor, key: number, file: ImageFile): void => {
  const at = placeOf(editor, key);
  if (at === undefined) return;
  Editor.withoutNormalizing(editor, () => {
    Transforms.unsetNodes(editor, ['picture', 'upload'], { at });
    Transforms.setNodes(editor, { type: 'image', image: toBlockImage(file) }, { at });
  });
};

/** Replaces the place of a picture by other content, or takes it away. */
export const replacePlace = (editor: Editor, key: number, nodes: readonly BlockElement[]): void => {
  const at = placeOf(editor, key);
  if (at === undefined) return;
  Editor.withoutNormalizing(editor, () => {
    Transforms.removeNodes(editor, { at });
    Transforms.insertNodes(editor, [...nodes], { at });
  });
};

/** Keeps the places of pictures when all other content is replaced. @param isKept whether the upload goes on */
export const withPlaces = (
  before: readonly Node[],
  after: readonly BlockElement[],
  isKept: (key: number) => boolean,
): BlockElement[] => {
  const result = [...after];
  for (const [index, node] of before.entries()) {
    if (isPlace(node) && node.upload !== undefined && isKept(node.upload)) result.splice(index, 0, node);
  }
  return result;
};

const isEmptyText = (editor: Editor, node: Node): boolean =>
  Element.isElement(node) && !editor.isVoid(node) && node.type !== 'list' && Node.string(node) === '';

/**
 * Divides the text at the cursor, on the level of whole blocks.
 *
 * @returns the block that follows the gap. It is followed when the text changes.
 */
const openGap = (editor: Editor): PathRef => {
  const { selection } = editor;
  const point = selection === null ? Editor.end(editor, []) : Range.start(selection);
  const [index = 0] = point.path;
  const block = editor.children[index];
  if (block === undefined || (Element.isElement(block) && editor.isVoid(block))) {
    Transforms.insertNodes(editor, emptyParagraph(), { at: [index + 1], select: true });
    return Editor.pathRef(editor, [index + 1]);
  }
  Transforms.splitNodes(editor, {
    at: point,
    match: (_, path) => path.length === 1,
    mode: 'highest',
    always: true,
  });
  const after = Editor.pathRef(editor, [index + 1]);
  const [head] = Editor.node(editor, [index]);
  if (isEmptyText(editor, head)) Transforms.removeNodes(editor, { at: [index] });
  return after;
};

/** Takes the block after the gap away if the division left nothing in it and the text goes on elsewhere. */
const closeGap = (editor: Editor, after: PathRef): void => {
  const at = after.unref();
  if (at === null) return;
  const [tail] = Editor.node(editor, at);
  if (!isEmptyText(editor, tail)) return;
  const previous = Path.hasPrevious(at) ? editor.children[(at[0] ?? 0) - 1] : undefined;
  const endsWithText = previous !== undefined && Element.isElement(previous) && !editor.isVoid(previous);
  const hasCursor = editor.selection !== null && Path.isAncestor(at, editor.selection.anchor.path);
  const isLast = (at[0] ?? 0) === editor.children.length - 1;
  if (endsWithText || !isLast) {
    const next = endsWithText ? Editor.end(editor, Path.previous(at)) : Editor.start(editor, Path.next(at));
    if (hasCursor) Transforms.select(editor, next);
    Transforms.removeNodes(editor, { at });
  } else if (Element.isElement(tail) && tail.type !== 'paragraph') {
    Transforms.unsetNodes(editor, ['level', 'language'], { at });
    Transforms.setNodes(editor, { type: 'paragraph' }, { at });
  }
};

/** More blocks are never merged into the block with the cursor, nor made valid by Slate, which would need long for it. */
const maxNormalized = 100;

/** Whether the blocks can go into the block with the cursor: text into text, and items into lists. Headings stay headings. */
const canMerge = (editor: Editor, blocks: readonly BlockElement[]): boolean => {
  const [block] = currentBlock(editor) ?? [];
  if (block === undefined || editor.isVoid(block) || blocks.length > maxNormalized) return false;
  if (blocks.some((one) => editor.isVoid(one))) return false;
  if (block.type === 'list-item') return true;
  const areEndsText = [blocks.at(0), blocks.at(-1)].every((end) => end?.type === 'paragraph');
  return areEndsText && (blocks.length === 1 || (block.type === 'paragraph' && Node.string(block) !== ''));
};

/** Inserts many valid blocks. Slate's own way copies all blocks of the text for each one. */
const insertMany = (editor: Editor, blocks: readonly BlockElement[], index: number): void => {
  const [first, ...others] = blocks;
  if (first === undefined) return;
  const { children } = editor;
  editor.children = [...children.slice(0, index), ...others, ...children.slice(index)];
  const movePath = ([at = 0, ...rest]: Path): Path => [at < index ? at : at + others.length, ...rest];
  const moveRange = ({ anchor, focus }: Range): Range => ({
    anchor: { ...anchor, path: movePath(anchor.path) },
    focus: { ...focus, path: movePath(focus.path) },
  });
  for (const ref of Editor.pathRefs(editor)) if (ref.current !== null) ref.current = movePath(ref.current);
  for (const ref of Editor.rangeRefs(editor)) if (ref.current !== null) ref.current = moveRange(ref.current);
  if (editor.selection !== null) editor.selection = moveRange(editor.selection);
  // With an operation, Slate notices that something changed.
  Transforms.insertNodes(editor, first, { at: [index] });
};

/** So many blocks keep the page waiting for about 100 ms: Slate and React look at all blocks of the text for each piece. */
const pieceSize = 20_000;

/**
 * Inserts blocks in place of the selection: many of them piece by piece, the next one when the caller continues.
 *
 * @param blocks more than 100 have to be valid
 * @param prepare returns what to insert of a piece, just before it is inserted
 */
export function* insertBlocks(
  editor: Editor,
  blocks: readonly BlockElement[],
  prepare: (piece: readonly BlockElement[]) => readonly BlockElement[],
): Generator<void> {
  let piece = prepare(blocks.slice(0, pieceSize));
  if (piece.length === 0 && blocks.length <= pieceSize) return;
  if (editor.selection === null) Transforms.select(editor, Editor.end(editor, []));
  if (editor.selection !== null && Range.isExpanded(editor.selection)) Transforms.delete(editor);
  if (canMerge(editor, piece)) {
    Transforms.insertFragment(editor, [...piece]);
    return;
  }
  const after = openGap(editor);
  for (let next = pieceSize; ; next += pieceSize) {
    const [index = editor.children.length] = after.current ?? [];
    if (blocks.length > maxNormalized) insertMany(editor, piece, index);
    else Transforms.insertNodes(editor, [...piece], { at: [index] });
    if (next >= blocks.length) break;
    yield;
    piece = prepare(blocks.slice(next, next + pieceSize));
  }
  closeGap(editor, after);
}

/** Makes blocks valid as Slate would, without its long loop over all of them. Few stay as they are: see `insertBlocks`. */
export const makeValid = async (
  blocks: readonly BlockElement[],
  pause: () => Promise<void>,
): Promise<readonly BlockElement[]> => {
  if (blocks.length <= maxNormalized) return blocks;
  const valid: BlockElement[] = [];
  for (let start = 0; start < blocks.length; start += maxNormalized) {
    const piece = withBlocks(createEditor());
    piece.children = blocks.slice(start, start + maxNormalized);
    Editor.normalize(piece, { force: true });
    valid.push(...piece.children.filter((node) => Element.isElement(node)));
    await pause();
  }
  return valid;
};

/** Lines of text as paragraphs. */
export const paragraphsOf = (text: string): BlockElement[] =>
  text
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map((line): BlockElement => ({ type: 'paragraph', children: [{ text: line } satisfies RichText] }));
