// Small questions about nodes of HTML trees (hast).
import type { Element, ElementContent, Root, RootContent } from 'hast';

export type Content = ElementContent | RootContent;

export const isElement = (node: Content | undefined, ...names: readonly string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));

export const makeElement = (
  tagName: string,
  children: readonly ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children: [...children] });

/** The attribute as text; empty if it is missing. */
export const attributeOf = ({ properties }: Element, name: string): string => {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null ? '' : String(value);
};

export const hasClass = (element: Element, pattern: RegExp): boolean => pattern.test(attributeOf(element, 'className'));

/** A declaration in the `style` attribute, in lower case: `styleOf(p, 'mso-list')` is `l0 level1 lfo1`. */
export const styleOf = (element: Element, name: string): string => {
  for (const declaration of attributeOf(element, 'style').toLowerCase().split(';')) {
    const [key = '', ...value] = declaration.split(':');
    if (key.trim() === name) return value.join(':').trim();
  }
  return '';
};

export const textOf = (node: Content | Root): string => {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
};

/** White space that a browser shows as one space or not at all. A no-break space alone makes no content either. */
export const isBlank = (text: string): boolean => /^[\s\u00a0\u200b\ufeff]*$/u.test(text);

const blockNames = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main'],
  ...['nav', 'ol', 'p', 'pre', 'section', 'summary', 'table', 'ul'],
]);

const known = new WeakMap<Element, boolean>();

const hasBlockIn = (element: Element): boolean => {
  const found = known.get(element);
  if (found !== undefined) return found;
  const result = element.children.some(isBlockContent);
  known.set(element, result);
  return result;
};

/** Whether the node is a block, or an inline element that contains one. */
export const isBlockContent = (node: Content): boolean =>
  node.type === 'element' && (blockNames.has(node.tagName) || hasBlockIn(node));

export const isBlock = (node: Content): node is Element => node.type === 'element' && blockNames.has(node.tagName);
