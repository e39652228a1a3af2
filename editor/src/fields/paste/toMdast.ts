// Makes Markdown's tree (mdast) of clean HTML.
import type { Element, ElementContent } from 'hast';
import { toMdast as convert } from 'hast-util-to-mdast';
import type { PhrasingContent, RootContent } from 'mdast';
import { footnoteNames } from './footnotes.ts';
import { attributeOf, isBlank } from './hast.ts';

/** Underlined text. Markdown has none; blocks have. */
export interface Underline {
  type: 'underline';
  children: PhrasingContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    underline: Underline;
  }
  interface RootContentMap {
    underline: Underline;
  }
}

type Mark = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' | 'underline' }>;

const isMark = (node: PhrasingContent | undefined): node is Mark =>
  node !== undefined && ['strong', 'emphasis', 'delete', 'underline'].includes(node.type);

const isEmpty = (node: PhrasingContent): boolean =>
  (node.type === 'text' && node.value === '') || ((isMark(node) || node.type === 'link') && node.children.length === 0);

/** Adds a node, or its content to the node before it if both are the same mark: Word cuts marked text into pieces. */
const append = (nodes: PhrasingContent[], node: PhrasingContent): void => {
  const last = nodes.at(-1);
  const before = nodes.at(-2);
  if (isMark(node) && isMark(before) && node.type === before.type && last?.type === 'text' && isBlank(last.value)) {
    nodes.splice(-2, 2, { ...before, children: tidy([...before.children, last, ...node.children]) });
    return;
  }
  if (last?.type === 'text' && node.type === 'text')
    nodes[nodes.length - 1] = { ...last, value: last.value + node.value };
  else if (isMark(node) && isMark(last) && node.type === last.type)
    nodes[nodes.length - 1] = { ...last, children: tidy([...last.children, ...node.children]) };
  else if (!isEmpty(node)) nodes.push(node);
};

/** Brings white space at the ends of marks out of them, because `**a **` is not bold. */
const withoutEdges = (mark: Mark): readonly PhrasingContent[] => {
  const children = [...mark.children];
  const [first] = children;
  const before = first?.type === 'text' ? (/^\s+/u.exec(first.value)?.[0] ?? '') : '';
  if (first?.type === 'text') children[0] = { ...first, value: first.value.slice(before.length) };
  const last = children.at(-1);
  const after = last?.type === 'text' ? (/\s+$/u.exec(last.value)?.[0] ?? '') : '';
  if (last?.type === 'text')
    children[children.length - 1] = { ...last, value: last.value.slice(0, last.value.length - after.length) };
  const inner = { ...mark, children: children.filter((child) => !isEmpty(child)) };
  return [{ type: 'text', value: before }, inner, { type: 'text', value: after }];
};

/** Joins and shortens marks so that Markdown can write them. */
const tidy = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const result: PhrasingContent[] = [];
  for (const node of nodes) {
    if (isMark(node)) {
      const children = tidy(node.children).flatMap((child) => (child.type === node.type ? child.children : [child]));
      for (const part of withoutEdges({ ...node, children })) append(result, part);
    } else append(result, node.type === 'link' ? { ...node, children: tidy(node.children) } : node);
  }
  return result;
};

const hasContent = (nodes: readonly PhrasingContent[]): boolean =>
  nodes.some((node) => node.type !== 'break' && !(node.type === 'text' && isBlank(node.value)));

/** A paragraph does not begin or end with a line break. */
const withoutBreaks = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const isText = (node: PhrasingContent): boolean => node.type !== 'break';
  const first = nodes.findIndex(isText);
  return first < 0 ? [] : nodes.slice(first, nodes.findLastIndex(isText) + 1);
};

const tidyBlock = <T extends RootContent>(node: T): T[] => {
  if (node.type === 'paragraph' || node.type === 'heading') {
    const children = withoutBreaks(tidy(node.children));
    return hasContent(children) ? [{ ...node, children }] : [];
  }
  if (node.type === 'tableCell') return [{ ...node, children: tidy(node.children) }];
  if (!('children' in node)) return [node];
  const children = (node.children as RootContent[]).flatMap(tidyBlock);
  // Word processors put each item into a paragraph, which would make every list a loose one.
  if (node.type === 'list' || node.type === 'listItem') return [{ ...node, spread: false, children }];
  return [{ ...node, children }];
};

const numberOf = (element: Element): { readonly identifier: string; readonly label: string } => {
  const number = attributeOf(element, 'id');
  return { identifier: number, label: number };
};

/** @param blocks clean HTML @returns blocks of Markdown */
export const toMdast = (blocks: readonly ElementContent[]): readonly RootContent[] => {
  const tree = convert(
    { type: 'root', children: [...blocks] },
    {
      handlers: {
        u: (state, element: Element) => ({ type: 'underline', children: state.all(element) as PhrasingContent[] }),
        mark: (state, element: Element) => state.all(element),
        [footnoteNames.reference]: (_, element: Element) => ({ type: 'footnoteReference', ...numberOf(element) }),
        [footnoteNames.definition]: (state, element: Element) => ({
          type: 'footnoteDefinition',
          ...numberOf(element),
          children: state.toFlow(state.all(element)),
        }),
      },
    },
  );
  return tree.type === 'root' ? tree.children.flatMap(tidyBlock) : [];
};
