// Cleans HTML of Word, Google Docs, LibreOffice, Notion and web pages: what is left is semantic HTML with safe addresses.
import type { Element, ElementContent, Root } from 'hast';
import { isSafeUrl } from '../links/safeUrl.ts';
import { definedFootnote, footnoteNames, isBackLink, referredFootnote } from './footnotes.ts';
import { attributeOf, hasClass, isBlank, isElement, makeElement, styleOf, textOf, type Content } from './hast.ts';
import type { Lost, LostKind } from './lost.ts';
import { kindOfPicture } from './pictures.ts';
import { cleanTable } from './tables.ts';
import { topLevelOf } from './topLevel.ts';
import { groupWordLists, isMarker } from './wordLists.ts';

interface Context {
  readonly lost: Lost;
  /** Inside of a heading or of code, which have no marks of their own. */
  readonly isPlain: boolean;
  /** Inside of a link, which is underlined anyway. */
  readonly isLink: boolean;
}

const ignored = new Set([
  ...['head', 'title', 'meta', 'link', 'style', 'script', 'template', 'noscript', 'xml', 'base', 'source'],
  ...['col', 'colgroup'],
]);

// Maps, because pages can have elements of any name, such as <constructor>, which every object has.
const lostElements: ReadonlyMap<string, LostKind> = new Map(
  Object.entries({
    ...{ iframe: 'embeds', video: 'embeds', audio: 'embeds', object: 'embeds', embed: 'embeds' },
    ...{ input: 'forms', select: 'forms', textarea: 'forms', button: 'forms' },
    ...{ svg: 'drawings', canvas: 'drawings', math: 'drawings' },
  } as const),
);

/** Word processors write marks as styles. */
const markStyles: readonly (readonly [tagName: string, test: (element: Element) => boolean])[] = [
  ['strong', (element) => /^(?:bold|bolder|[6-9]00)$/u.test(styleOf(element, 'font-weight'))],
  ['em', (element) => styleOf(element, 'font-style') === 'italic'],
  ['u', (element) => /underline/u.test(decorationOf(element))],
  ['del', (element) => /line-through/u.test(decorationOf(element))],
];

const decorationOf = (element: Element): string =>
  `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`;

const marks = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del']);

const isHidden = (element: Element): boolean =>
  styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all';

/** The address behind a redirect of Google, which its documents use for links. */
const withoutRedirect = (href: string): string => {
  const [, target] = /^https:\/\/www\.google\.com\/url\?q=([^&]+)/u.exec(href) ?? [];
  try {
    return target === undefined ? href : decodeURIComponent(target);
  } catch {
    return href;
  }
};

const cleanLink = (element: Element, context: Context): readonly ElementContent[] => {
  const footnote = referredFootnote(element);
  if (footnote !== undefined) return [makeElement(footnoteNames.reference, [], { id: footnote })];
  if (isBackLink(element)) return [];
  const children = cleanAll(element.children, { ...context, isLink: true });
  const href = withoutRedirect(attributeOf(element, 'href').trim());
  // A part of the other page is none of this one.
  return isSafeUrl(href) && !href.startsWith('#') ? [makeElement('a', children, { href })] : children;
};

const cleanImage = (element: Element, { lost }: Context): readonly ElementContent[] => {
  const [src, alt] = [attributeOf(element, 'src').trim(), attributeOf(element, 'alt').trim()];
  const isTracker = attributeOf(element, 'width') === '1' && attributeOf(element, 'height') === '1';
  if (src === '' || isTracker) return [];
  if (kindOfPicture(src) !== 'unreachable') return [makeElement('img', [], { src, alt })];
  lost.add('pictures');
  return [];
};

/** What a page embeds is left as a link, if it has an address. */
const cleanEmbed = (element: Element): readonly ElementContent[] => {
  const source = element.children.find((child): child is Element => isElement(child, 'source'));
  const [src = ''] = [element, source].flatMap((one) =>
    one === undefined
      ? []
      : [attributeOf(one, 'src'), attributeOf(one, 'data')].filter((url) => /^https?:/iu.test(url)),
  );
  return isSafeUrl(src) ? [makeElement('a', [{ type: 'text', value: src }], { href: src })] : [];
};

const isCheckbox = (element: Element): boolean => attributeOf(element, 'type') === 'checkbox';

const cleanLost = (element: Element, kind: LostKind, { lost }: Context): readonly ElementContent[] => {
  // The boxes of task lists stay.
  if (element.tagName === 'input' && isCheckbox(element))
    return [makeElement('input', [], { type: 'checkbox', checked: 'checked' in element.properties })];
  if (element.tagName === 'input' && attributeOf(element, 'type') === 'hidden') return [];
  lost.add(kind);
  return kind === 'embeds' ? cleanEmbed(element) : [];
};

/** A list directly in a list belongs to the item before it: Google Docs and old pages leave the item out. */
const cleanList = (element: Element, context: Context): readonly ElementContent[] => {
  const items: Element[] = [];
  for (const child of cleanAll(element.children, context)) {
    const last = items.at(-1);
    const name = child.type === 'element' ? child.tagName : '';
    if (name === 'li' && child.type === 'element') items.push(child);
    else if ((name === 'ul' || name === 'ol') && last !== undefined) last.children.push(child);
    else if (name !== '' || !isBlank(textOf(child))) items.push(makeElement('li', [child]));
  }
  if (items.length === 0) return [];
  const start = attributeOf(element, 'start');
  return [makeElement(element.tagName === 'ol' ? 'ol' : 'ul', items, start === '' ? {} : { start })];
};

const cleanCell = (element: Element, context: Context): readonly ElementContent[] => {
  const [colSpan, rowSpan] = [attributeOf(element, 'colSpan'), attributeOf(element, 'rowSpan')];
  if (Number(colSpan) > 1 || Number(rowSpan) > 1) context.lost.add('mergedCells');
  // No table has so many columns: such numbers would only take time.
  const spanOf = (span: string): number => Math.min(Math.max(Math.trunc(Number(span)) || 1, 1), 100);
  const properties = { colSpan: spanOf(colSpan), rowSpan: spanOf(rowSpan) };
  const align = attributeOf(element, 'align') || styleOf(element, 'text-align');
  const children = cleanAll(element.children, context);
  return [makeElement(element.tagName, children, { ...properties, ...(align === '' ? {} : { align }) })];
};

const withMarks = (
  element: Element,
  children: readonly ElementContent[],
  { isLink }: Context,
): readonly ElementContent[] =>
  markStyles
    .filter(([tagName, test]) => test(element) && !(isLink && tagName === 'u'))
    .reduce<readonly ElementContent[]>((inner, [tagName]) => [makeElement(tagName, inner)], children);

/** Google Docs puts all that is copied into a <b> that is not bold. */
const isNoMark = (element: Element): boolean =>
  isElement(element, 'b', 'strong') && /^(?:normal|[1-5]00)$/u.test(styleOf(element, 'font-weight'));

const headingOf = (element: Element): string | undefined => {
  if (/^h[1-6]$/u.test(element.tagName)) return element.tagName;
  const level = attributeOf(element, 'dataLevel');
  // The headings of the editor's own rich text, when they are copied into Markdown.
  if (/^[1-6]$/u.test(level) && isElement(element, 'div')) return `h${level}`;
  return isElement(element, 'p') && hasClass(element, /\bMsoTitle\b/u) ? 'h1' : undefined;
};

type Handler = (element: Element, context: Context) => readonly ElementContent[];

const handlers: ReadonlyMap<string, Handler> = new Map(
  Object.entries<Handler>({
    a: cleanLink,
    img: cleanImage,
    ul: cleanList,
    ol: cleanList,
    menu: cleanList,
    td: cleanCell,
    th: cleanCell,
    table: ({ children }, context) => cleanTable(cleanAll(children, context), context.lost),
    br: (element) => (hasClass(element, /Apple-interchange-newline/u) ? [] : [makeElement('br', [])]),
    pre: (element, context) => {
      const code = element.children.find((child): child is Element => isElement(child, 'code')) ?? element;
      const className = attributeOf(code, 'className').split(' ');
      const children = cleanAll(element.children, { ...context, isPlain: true });
      return [makeElement('pre', [makeElement('code', children, { className })])];
    },
    // The line above Word's footnotes.
    hr: (element) => (attributeOf(element, 'width') === '33%' ? [] : [makeElement('hr', [])]),
    code: (element, context) => {
      const children = cleanAll(element.children, { ...context, isPlain: true });
      return context.isPlain ? children : [makeElement('code', children)];
    },
  }),
);

const cleanElement = (element: Element, context: Context): readonly ElementContent[] => {
  const { tagName } = element;
  if (ignored.has(tagName) || isMarker(element) || isHidden(element)) return [];
  const handler = handlers.get(tagName);
  if (handler !== undefined) return handler(element, context);
  const kind = lostElements.get(tagName);
  if (kind !== undefined) return cleanLost(element, kind, context);
  const heading = headingOf(element);
  if (heading !== undefined) return [makeElement(heading, cleanAll(element.children, { ...context, isPlain: true }))];
  // Notion's boxes of to-dos.
  if (hasClass(element, /\bcheckbox-(?:on|off)\b/u))
    return [makeElement('input', [], { type: 'checkbox', checked: hasClass(element, /\bcheckbox-on\b/u) })];
  const children = cleanAll(element.children, context);
  const footnote = tagName === 'p' ? definedFootnote(element) : undefined;
  if (footnote !== undefined)
    return [makeElement(footnoteNames.definition, [makeElement('p', children)], { id: footnote })];
  if (context.isPlain && (marks.has(tagName) || tagName === 'span' || tagName === 'font')) return children;
  if (isNoMark(element) || tagName === 'span' || tagName === 'font') return withMarks(element, children, context);
  if (hasClass(element, /\bMso(?:Intense)?Quote\b/u)) return [makeElement('blockquote', [makeElement('p', children)])];
  // Names with a colon are Word's own; they have no meaning in HTML.
  if (tagName.includes(':')) return children;
  const isTextBlock = isElement(element, 'p', 'li', 'div');
  return [makeElement(tagName, isTextBlock && !context.isPlain ? withMarks(element, children, context) : children)];
};

/** Characters that mark the places of pictures in Markdown: no text has them. */
const reserved = /[\ufdd0\ufdd1]/gu;

const cleanNode = (node: Content, context: Context): readonly ElementContent[] => {
  if (node.type === 'text') return [{ type: 'text', value: node.value.replace(reserved, '') }];
  return node.type === 'element' ? cleanElement(node, context) : [];
};

const cleanAll = (nodes: readonly Content[], context: Context): readonly ElementContent[] =>
  groupWordLists(nodes).flatMap((node) => cleanNode(node, context));

/**
 * @param root HTML from the clipboard, not too deep: see `toHast`
 * @param lost gets what cannot be kept
 * @param pause called after each block
 * @returns the blocks
 */
export const cleanUp = async (
  root: Root,
  lost: Lost,
  pause: () => Promise<void>,
): Promise<readonly ElementContent[]> => {
  const cleaned: ElementContent[] = [];
  for (const block of groupWordLists(topLevelOf(root.children))) {
    cleaned.push(...cleanNode(block, { lost, isPlain: false, isLink: false }));
    await pause();
  }
  return cleaned;
};
