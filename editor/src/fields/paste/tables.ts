// Makes clean tables that Markdown can write: cells of text, and headings where the first row has them.
import type { Element, ElementContent } from 'hast';
import { isBlank, isBlock, isElement, makeElement, textOf } from './hast.ts';
import type { Lost } from './lost.ts';

const isLine = (node: ElementContent): node is Element =>
  isBlock(node) || isElement(node, 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th');

/** Cells contain only text: blocks become lines. */
const toLines = (nodes: readonly ElementContent[]): readonly ElementContent[] => {
  const lines: ElementContent[][] = [[]];
  for (const node of nodes) {
    if (isLine(node)) lines.push([...toLines(node.children)], []);
    else lines.at(-1)?.push(node);
  }
  const hasContent = (line: readonly ElementContent[]): boolean =>
    line.some((node) => node.type === 'element' || !isBlank(textOf(node)));
  return lines.filter(hasContent).flatMap((line, index) => (index === 0 ? line : [makeElement('br', []), ...line]));
};

const hasTable = ({ children }: Element): boolean =>
  children.some((child) => child.type === 'element' && (child.tagName === 'table' || hasTable(child)));

const cellsIn = (nodes: readonly ElementContent[]): readonly Element[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'element' || node.tagName === 'table') return [];
    return ['td', 'th'].includes(node.tagName) ? [node] : cellsIn(node.children);
  });

const isBold = (node: ElementContent): boolean => {
  if (node.type === 'text') return isBlank(node.value);
  return node.type === 'element' && (['th', 'strong', 'b'].includes(node.tagName) || node.children.every(isBold));
};

/**
 * Word and Google Docs have no headings in tables: people make them bold. Only such a first row has headings, and one that HTML calls
 * so. Markdown's tables always have headings, and get empty ones.
 */
const markHeadings = (nodes: readonly ElementContent[], isHead = false): void => {
  const [first] = nodes;
  if (first?.type !== 'element') return;
  if (first.tagName !== 'tr') {
    markHeadings(first.children, first.tagName === 'thead');
    return;
  }
  const tagName = isHead || first.children.every(isBold) ? 'th' : 'td';
  for (const cell of first.children) if (isElement(cell)) cell.tagName = tagName;
};

/**
 * A table of one cell is a frame, so its content is used. Captions become paragraphs.
 *
 * @param children of the table, clean
 * @param lost gets tables in tables
 */
export const cleanTable = (children: readonly ElementContent[], lost: Lost): readonly ElementContent[] => {
  const captions = children.filter((child) => isElement(child, 'caption'));
  const cells = cellsIn(children);
  const before = captions.map((caption) => makeElement('p', isElement(caption) ? caption.children : []));
  const [only] = cells;
  if (only === undefined) return before;
  if (cells.length === 1) return [...before, makeElement('div', only.children)];
  for (const cell of cells) {
    if (hasTable(cell)) lost.add('tables');
    cell.children = [...toLines(cell.children)];
  }
  const rows = children.filter((child) => isElement(child, 'thead', 'tbody', 'tfoot', 'tr'));
  markHeadings(rows);
  return [...before, makeElement('table', rows)];
};
