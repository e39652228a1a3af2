// Finds the place of the cursor in text that somebody else changed.
import { diffIndices } from 'node-diff3';
import type { BasePoint } from 'slate';
import { commonEnds, moveCursor } from '../../../form/cursor.ts';
import type { BlockElement, RichText } from './types.ts';

type Node = BlockElement | RichText;

/** The package visits each pair of equal nodes: longer texts would keep the page waiting. */
const maxCompared = 5_000;

interface Place {
  readonly index: number;
  /** Whether the node is gone: another one is at its place. */
  readonly isRemoved: boolean;
}

const isText = (node: Node): node is RichText => !('type' in node);

/** @returns which of the other texts has the most in common with a text, at its beginning and end */
const findSimilar = (text: string, others: readonly string[]): number => {
  const alike = others.map((other) => {
    const [start, end] = commonEnds(text, other);
    return start + end;
  });
  return alike.indexOf(Math.max(...alike));
};

/** @returns where the text at `index` is in other texts, or what has its place */
const findPlace = (before: readonly string[], after: readonly string[], index: number): Place => {
  const [start, end] = commonEnds(before, after);
  if (index < start) return { index, isRemoved: false };
  const grown = after.length - before.length;
  if (index >= before.length - end) return { index: index + grown, isRemoved: false };
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const at = index - start;
  if (Math.max(old.length, now.length) > maxCompared)
    return { index: start + Math.min(at, now.length - 1), isRemoved: at >= now.length };
  let shift = 0;
  for (const { buffer1, buffer2 } of diffIndices(old, now)) {
    const [[oldStart, oldLength], [nowStart, nowLength]] = [buffer1, buffer2];
    if (at < oldStart) break;
    if (at < oldStart + oldLength) {
      if (nowLength === 0) return { index: start + nowStart, isRemoved: true };
      const isInPlace = nowLength === oldLength;
      const candidates = now.slice(nowStart, nowStart + nowLength);
      const among = isInPlace ? at - oldStart : findSimilar(old[at] ?? '', candidates);
      return { index: start + nowStart + among, isRemoved: false };
    }
    shift = nowStart + nowLength - (oldStart + oldLength);
  }
  return { index: index + shift, isRemoved: false };
};

const pointInto = (node: Node, path: readonly number[]): BasePoint => {
  const [first] = isText(node) ? [] : node.children;
  return first === undefined ? { path: [...path], offset: 0 } : pointInto(first, [...path, 0]);
};

/**
 * @returns where a point of the nodes is after they were replaced: at the same text, also if blocks above it came or went. If its
 *   block is gone, at the start of the one that follows; undefined if nothing follows.
 */
export const movePoint = (
  before: readonly Node[],
  after: readonly Node[],
  { path, offset }: BasePoint,
): BasePoint | undefined => {
  const [index = 0, ...rest] = path;
  const textsOf = (nodes: readonly Node[]) => nodes.map((node) => JSON.stringify(node));
  const place = findPlace(textsOf(before), textsOf(after), index);
  const [old, node] = [before[index], after[place.index]];
  if (node === undefined) return undefined;
  if (old === undefined || place.isRemoved || isText(node) !== isText(old)) return pointInto(node, [place.index]);
  if (isText(node) || isText(old)) {
    const now = isText(node) && isText(old) ? moveCursor(old.text, node.text, offset) : 0;
    return { path: [place.index], offset: now };
  }
  const inner = movePoint(old.children, node.children, { path: rest, offset });
  return inner === undefined
    ? pointInto(node, [place.index])
    : { path: [place.index, ...inner.path], offset: inner.offset };
};
