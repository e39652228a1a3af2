// Makes deeply nested HTML shallow, so that the steps after it can call themselves for each level.
import type { Element, Root } from 'hast';
import type { Content } from './hast.ts';

const maxDepth = 100;

/**
 * Takes elements below level 100 away and keeps their content. It does not call itself, because what it prevents would
 * overflow the stack.
 */
export const limitDepth = (root: Root): Root => {
  const result: Root = { type: 'root', children: [] };
  const waiting: { readonly node: Content; readonly parent: Root | Element; readonly depth: number }[] = [];
  const push = (children: readonly Content[], parent: Root | Element, depth: number): void => {
    for (const node of children.toReversed()) waiting.push({ node, parent, depth });
  };
  push(root.children, result, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, depth } = next;
    if (node.type !== 'element') {
      if (node.type === 'text') parent.children.push(node);
    } else if (depth > maxDepth && node.children.length > 0) push(node.children, parent, depth);
    else {
      const copy = { ...node, children: [] };
      parent.children.push(copy);
      push(node.children, copy, depth + 1);
    }
  }
  return result;
};
