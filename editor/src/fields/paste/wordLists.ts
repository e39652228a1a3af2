// Makes lists of Word's list paragraphs: `<p style="mso-list:l0 level2 lfo1">`, with the marker as text inside.
import type { Element } from 'hast';
import { isElement, makeElement, styleOf, textOf, type Content } from './hast.ts';

/** The level of a list paragraph, from 1; undefined for other nodes. Headings with numbers stay headings. */
const levelOf = (node: Content): number | undefined => {
  if (!isElement(node, 'p', 'div')) return undefined;
  const [, level] = /\blevel([1-9])\b/u.exec(styleOf(node, 'mso-list')) ?? [];
  return level === undefined ? undefined : Number(level);
};

/** The bullet or the number, which Word tells other programs to ignore. */
export const isMarker = (node: Content): boolean => isElement(node) && styleOf(node, 'mso-list') === 'ignore';

const markerOf = (node: Element): string => {
  for (const child of node.children) {
    if (isMarker(child)) return textOf(child);
    const inner = isElement(child) ? markerOf(child) : '';
    if (inner !== '') return inner;
  }
  return '';
};

interface Open {
  readonly list: Element;
  readonly level: number;
}

const listFor = (paragraph: Element): Element => {
  const marker = markerOf(paragraph).trim();
  if (!/^\(?(?:\d+|[a-z]{1,4})[.)]/iu.test(marker)) return makeElement('ul', []);
  const start = Number.parseInt(marker.replace('(', ''), 10);
  return makeElement('ol', [], Number.isNaN(start) || start === 1 ? {} : { start });
};

/** Replaces each run of list paragraphs by lists in lists. */
export const groupWordLists = <T extends Content>(nodes: readonly T[]): (T | Element)[] => {
  const result: (T | Element)[] = [];
  let open: Open[] = [];
  for (const node of nodes) {
    const level = levelOf(node);
    if (level === undefined || !isElement(node)) {
      // White space between paragraphs does not end a list.
      if (node.type === 'text' && open.length > 0 && node.value.trim() === '') continue;
      open = [];
      result.push(node);
      continue;
    }
    open = open.filter((one) => one.level <= level);
    let last = open.at(-1);
    const list = listFor(node);
    // A bulleted list that follows a numbered one of the same level is another list.
    if (last?.level === level && last.list.tagName !== list.tagName && markerOf(node) !== '') {
      open = open.slice(0, -1);
      last = open.at(-1);
    }
    if (last?.level !== level) {
      const item = last?.list.children.at(-1);
      if (isElement(item)) item.children.push(list);
      else result.push(list);
      last = { list, level };
      open = [...open, last];
    }
    last.list.children.push(makeElement('li', node.children));
  }
  return result;
};
