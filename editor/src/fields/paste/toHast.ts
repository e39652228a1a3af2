// Reads the browser's nodes into a tree that the clean-up can work on without a browser.
import type { Element, Root } from 'hast';
import { makeElement } from './hast.ts';
import { withoutStyles } from './withoutStyles.ts';

/** The attributes that the clean-up reads, with their names in hast. */
const attributes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ href: 'href', src: 'src', alt: 'alt', type: 'type', width: 'width', height: 'height', align: 'align' },
    ...{ start: 'start', data: 'data', checked: 'checked', colspan: 'colSpan', rowspan: 'rowSpan' },
    ...{ class: 'className', 'data-style': 'style', 'data-level': 'dataLevel' },
  }),
);

/** Of elements below this level, only texts and pictures are kept: the steps after this one call themselves for each level. */
const maxDepth = 100;

const propertiesOf = (element: globalThis.Element): Element['properties'] => {
  const properties: Element['properties'] = {};
  for (const { name, value } of element.attributes) {
    const key = attributes.get(name);
    if (key !== undefined) properties[key] = key === 'className' ? value.split(/\s+/u) : value;
  }
  return properties;
};

interface Place {
  readonly into: Root | Element;
  /** How many elements are around it. */
  readonly depth: number;
}

/** Parses HTML piece by piece, which `DOMParser` cannot: it would take 340 ms for 60,000 paragraphs. */
const parse = async (html: string, pause: () => Promise<void>): Promise<HTMLElement> => {
  const parsed = document.implementation.createHTMLDocument();
  parsed.open();
  for (const piece of withoutStyles(html)) {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is the only way to a parser that works in pieces
    parsed.write(piece);
    await pause();
  }
  parsed.close();
  return parsed.body;
};

/**
 * @param html as the clipboard has it. A document that is parsed this way loads nothing, and runs no scripts.
 * @param pause called after each 1,000 nodes
 */
export const toHast = async (html: string, pause: () => Promise<void>): Promise<Root> => {
  const root: Root = { type: 'root', children: [] };
  const body = await parse(html, pause);
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const top: Place = { into: root, depth: 0 };
  /** Where the children of each element go. */
  const places = new WeakMap<Node, Place>();
  let count = 0;
  while (walker.nextNode() !== null) {
    const { currentNode: node } = walker;
    const { into, depth } = places.get(node.parentNode ?? body) ?? top;
    if (node instanceof Text) into.children.push({ type: 'text', value: node.data });
    else if (node instanceof globalThis.Element) {
      const isTooDeep = depth >= maxDepth && !['img', 'br'].includes(node.localName);
      const element = makeElement(node.localName, [], propertiesOf(node));
      if (!isTooDeep) into.children.push(element);
      places.set(node, { into: isTooDeep ? into : element, depth: depth + 1 });
    }
    count += 1;
    if (count % 1_000 === 0) await pause();
  }
  return root;
};
