// Finds the footnotes of Word, LibreOffice and Google Docs. HTML has no elements for them, so they get names of their own.
import type { Element } from 'hast';
import { attributeOf, isBlank, isElement, textOf } from './hast.ts';

/** Names of elements of the clean tree. The attribute `id` is the number. */
export const footnoteNames = { reference: 'footnote-reference', definition: 'footnote-definition' } as const;

const numberIn = (href: string, ...patterns: readonly RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(href)?.[1]).find((found) => found !== undefined);

/** @param link an `a` @returns the number of the footnote that a text refers to */
export const referredFootnote = (link: Element): string | undefined =>
  numberIn(attributeOf(link, 'href'), /#_(?:ftn|edn)(\d+)$/u, /#sd(?:footnote|endnote)(\d+)sym$/u, /#ftnt(\d+)$/u);

/** @param link an `a` @returns the number of the footnote that begins with this link back to its text */
const beginningFootnote = (link: Element): string | undefined =>
  numberIn(
    attributeOf(link, 'href'),
    /#_(?:ftn|edn)ref(\d+)$/u,
    /#sd(?:footnote|endnote)(\d+)anc$/u,
    /#ftnt_ref(\d+)$/u,
  );

export const isBackLink = (link: Element): boolean => beginningFootnote(link) !== undefined;

/** The number of the footnote whose text a paragraph is. */
export const definedFootnote = (paragraph: Element): string | undefined => {
  const first = paragraph.children.find((child) => child.type === 'element' || !isBlank(textOf(child)));
  if (first?.type !== 'element') return undefined;
  return isElement(first, 'a') ? beginningFootnote(first) : definedFootnote(first);
};
