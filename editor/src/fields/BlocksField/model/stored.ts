// Reads stored rich text into nodes that can be edited, and writes them back. What was not edited is written as it was read.
import { isObject } from '../../../../../lib/schema/jsonValues.ts';
import type { BlockElement, BlockImage, RichText } from './types.ts';

type Node = BlockElement | RichText;
export type Json = Readonly<Record<string, unknown>>;

/**
 * The stored node of each node that was read. Slate never changes a node: an edit makes a new one, and new ones of all that
 * contain it. So a node that is still the same was not edited.
 */
const storedNodes = new WeakMap<object, unknown>();

/** The node of each stored block that was read or written, so that reading a value again makes new nodes only of what is new. */
const nodesOfBlocks = new WeakMap<object, BlockElement>();

/** What was written of each node. */
const writtenNodes = new WeakMap<object, unknown>();

const remember = <T extends Node>(node: T, stored: unknown): T => {
  storedNodes.set(node, stored);
  return node;
};

export const emptyText = (): RichText => ({ text: '' });

const unknownNode = (type: 'unknown' | 'unknown-inline', stored: unknown): BlockElement =>
  remember({ type, stored, children: [emptyText()] }, stored);

const readText = (stored: Json): RichText =>
  // The cast is what `isText` has checked.
  Object.fromEntries(Object.entries(stored).filter(([key]) => key !== 'type')) as unknown as RichText;

const isText = (value: unknown): value is Json =>
  isObject(value) && value.type === 'text' && typeof value.text === 'string';

const isInline = (node: Node): boolean => 'type' in node && (node.type === 'link' || node.type === 'unknown-inline');

/** Slate needs a text before, between and after links, so that the cursor can be there. */
export const withTexts = (nodes: readonly Node[]): Node[] => {
  const children = nodes.flatMap((node, index) => {
    const previous = nodes[index - 1];
    const needsText = isInline(node) && (previous === undefined || isInline(previous));
    return needsText ? [emptyText(), node] : [node];
  });
  const last = children.at(-1);
  return last === undefined || isInline(last) ? [...children, emptyText()] : children;
};

const readInline = (stored: unknown): Node => {
  if (isText(stored)) return remember(readText(stored), stored);
  const isLink = isObject(stored) && stored.type === 'link' && typeof stored.url === 'string';
  if (!isLink || !Array.isArray(stored.children) || !stored.children.every(isText))
    return unknownNode('unknown-inline', stored);
  const children = withTexts(stored.children.map(readInline));
  return remember({ ...stored, type: 'link', children }, stored);
};

export const isTextBlock = ({ type, level }: Json): boolean =>
  type === 'paragraph' ||
  type === 'quote' ||
  type === 'code' ||
  (type === 'heading' && typeof level === 'number' && [1, 2, 3, 4, 5, 6].includes(level));

export const isImage = (value: unknown): value is BlockImage => isObject(value) && typeof value.url === 'string';

export const isList = ({ type, format, children }: Json): boolean =>
  type === 'list' && (format === 'ordered' || format === 'unordered') && Array.isArray(children) && children.length > 0;

const readInlines = (stored: Json, children: readonly unknown[]): BlockElement =>
  remember({ ...stored, children: withTexts(children.map(readInline)) } as BlockElement, stored);

const readList = (stored: Json, children: readonly unknown[]): BlockElement => {
  const items = children.map((child) => {
    if (isObject(child) && child.type === 'list-item' && Array.isArray(child.children))
      return readInlines(child, child.children);
    return isObject(child) && isList(child) && Array.isArray(child.children)
      ? readList(child, child.children)
      : unknownNode('unknown', child);
  });
  return remember({ ...stored, children: items } as BlockElement, stored);
};

const readBlock = (stored: unknown): BlockElement => {
  if (!isObject(stored) || !Array.isArray(stored.children)) return unknownNode('unknown', stored);
  if (isTextBlock(stored)) return readInlines(stored, stored.children);
  if (isList(stored)) return readList(stored, stored.children);
  if (stored.type === 'image' && isImage(stored.image))
    return remember({ ...stored, children: [emptyText()] } as unknown as BlockElement, stored);
  return unknownNode('unknown', stored);
};

export const emptyParagraph = (): BlockElement => ({ type: 'paragraph', children: [emptyText()] });

/** The nodes for Slate. There is always one, in which the cursor can be. */
export const readBlocks = (value: unknown): BlockElement[] => {
  const used = new Set<BlockElement>();
  const blocks = (Array.isArray(value) ? value : []).map((stored: unknown) => {
    const known = isObject(stored) ? nodesOfBlocks.get(stored) : undefined;
    // Slate knows the place of a node by the node, so each has one place.
    const block = known === undefined || used.has(known) ? readBlock(stored) : known;
    used.add(block);
    if (isObject(stored)) nodesOfBlocks.set(stored, block);
    return block;
  });
  return blocks.length === 0 ? [emptyParagraph()] : blocks;
};

const writeNode = (node: Node): unknown => {
  if (storedNodes.has(node)) return storedNodes.get(node);
  if (!('type' in node)) return { type: 'text', ...node };
  if (node.type === 'unknown' || node.type === 'unknown-inline') return node.stored;
  return { ...node, children: node.children.map(writeNode) };
};

/** A node never changes, so it is written once. */
const writeBlock = (node: BlockElement): unknown => {
  const known = writtenNodes.get(node);
  if (known !== undefined) return known;
  const written = writeNode(node);
  writtenNodes.set(node, written);
  if (isObject(written)) nodesOfBlocks.set(written, node);
  return written;
};

const isEmpty = (nodes: readonly BlockElement[]): boolean => {
  const [node] = nodes;
  if (node === undefined) return true;
  if (nodes.length > 1 || node.type !== 'paragraph') return false;
  return node.children.every((child) => !('type' in child) && child.text === '');
};

/**
 * The value to store, without the places of pictures that are not uploaded yet. An empty paragraph that the user left is no
 * value.
 *
 * @param nodes Slate's
 */
export const writeBlocks = (nodes: readonly Node[]): readonly unknown[] | null => {
  const blocks = nodes.filter((node): node is BlockElement => 'type' in node && node.type !== 'pending');
  const [first] = blocks;
  if (isEmpty(blocks) && (first === undefined || !storedNodes.has(first))) return null;
  return blocks.map(writeBlock);
};
