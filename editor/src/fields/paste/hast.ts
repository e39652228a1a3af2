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

const noStyles: ReadonlyMap<string, string> = new Map();

const readStyles = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .toLowerCase()
      .split(';')
      .map((declaration) => {
        const colon = declaration.indexOf(':');
        return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
      }),
  );

/** The styles that were read: the clean-up looks at the same element many times. */
const knownStyles = new WeakMap<Element, ReadonlyMap<string, string>>();

const stylesOf = (element: Element): ReadonlyMap<string, string> => {
  const text = element.properties.style;
  if (typeof text !== 'string') return noStyles;
  const styles = knownStyles.get(element) ?? readStyles(text);
  knownStyles.set(element, styles);
  return styles;
};

/** A declaration in the `style` attribute, in lower case: `styleOf(p, 'mso-list')` is `l0 level1 lfo1`. */
export const styleOf = (element: Element, name: string): string => stylesOf(element).get(name) ?? '';

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
