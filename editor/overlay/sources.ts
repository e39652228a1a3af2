// Finds texts with a source in the page, moves the source into an attribute, and leaves clean texts.
import { vercelStegaDecode } from '@vercel/stega';
import { cleanText, isEncoded } from './encodedText.ts';

/** Names the source of an element. Pages may set it themselves, to a source or to a text that has one. */
export const sourceAttribute = 'data-strapi-source';

/** Names the address of the form in the editor. */
export const addressAttribute = 'data-lectern-href';

/** Attributes that may have an encoded text. Browsers and people must not get the characters. */
const cleanedAttributes = ['src', 'href', 'alt', 'title', 'aria-label', 'content', 'poster', 'srcset', sourceAttribute];

interface Source {
  readonly strapiSource: string;
  readonly href?: string;
}

const readSource = (text: string): Source | undefined => {
  try {
    const source = vercelStegaDecode<Partial<Source>>(text);
    return typeof source?.strapiSource === 'string' ? { ...source, strapiSource: source.strapiSource } : undefined;
  } catch {
    // The page has cut the text.
    return undefined;
  }
};

const setSource = (element: Element, text: string): void => {
  const source = readSource(text);
  if (source === undefined) return;
  element.setAttribute(sourceAttribute, source.strapiSource);
  if (typeof source.href === 'string') element.setAttribute(addressAttribute, source.href);
};

const moveFromText = (node: Text): void => {
  const { data, parentElement } = node;
  if (parentElement === null || !isEncoded(data)) return;
  // Nobody can click what is not on the page.
  if (parentElement.closest('head, script, style, template') === null) setSource(parentElement, data);
  node.data = cleanText(data);
};

const schemeOf = (address: string): string | undefined =>
  URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).protocol : undefined;

const moveFromAttributes = (element: Element): void => {
  for (const name of cleanedAttributes) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    // Frameworks encode addresses.
    const text = value.replaceAll(/(?:%E2%80%8[BCD]|%EF%BB%BF)+/gi, decodeURIComponent);
    const clean = cleanText(text);
    // The characters may break a `javascript:` apart, which then is an address of the site. It must stay one.
    if (!isEncoded(text) || schemeOf(clean) !== schemeOf(value)) continue;
    element.setAttribute(name, clean);
    if (name === 'src' || name === sourceAttribute) setSource(element, text);
  }
};

/** Moves all sources of a part of the page. */
export const moveSources = (root: Node): void => {
  if (root instanceof Text) moveFromText(root);
  if (!(root instanceof Element || root instanceof Document)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode())
    if (node instanceof Text) moveFromText(node);
    else if (node instanceof Element) moveFromAttributes(node);
};

/** Moves the sources of the page, and of what it shows from now on. */
export const followSources = (): void => {
  moveSources(document);
  new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations)
      if (type === 'attributes') moveFromAttributes(target as Element);
      else if (type === 'characterData') moveSources(target);
      else for (const node of addedNodes) moveSources(node);
  }).observe(document, {
    ...{ childList: true, subtree: true, characterData: true },
    attributeFilter: cleanedAttributes,
  });
};

/** The elements whose text comes from an attribute of the document, or from a part of it. */
export const elementsOf = (field: string): readonly Element[] =>
  [...document.querySelectorAll(`[${sourceAttribute}]`)].filter((element) => {
    const source = new URLSearchParams(element.getAttribute(sourceAttribute) ?? '');
    return [source.get('path') ?? '', source.get('fieldPath')].some(
      (path) => path === field || path?.startsWith(`${field}.`) === true,
    );
  });
