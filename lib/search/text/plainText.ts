// Reads Markdown and blocks as text: without syntax, tags and addresses.
import { isObject } from '../../schema/index.ts';

// Each pattern stops at a character with which it can begin, so that the time grows with the length of the text only.

const programs = /<(script|style)\b[^<>]*>[^<]*<\/\1>/giu;
/** Inside of a word a tag is no end of it; a block is. */
const inlineTags =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)(?:\s[^<>]*)?>/giu;
const otherTags = /<[a-z/!?][^<>]*>/giu;
/** Lines without text: fences of code, underlines of headings, rules, the line below a table's head, definitions of links. */
const emptyLine = /^(?:(?:```|~~~)[^`]*|[-=*_|: \t]+|\[(?!\^)[^\]]{1,200}\]:.*)$/u;
const quoteMarks = /^(?:>[ \t]*)+/u;
/** Headings, entries of lists and tasks. */
const lineStart = /^(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/u;

const textOfLine = (line: string): string => {
  const text = line.trim().replace(quoteMarks, '');
  if (emptyLine.test(text)) return '';
  const content = text.replace(lineStart, '');
  return text.startsWith('#') ? content.replace(/[ \t]#+$/u, '') : content;
};

const mapLines = (text: string, change: (line: string) => string): string =>
  text
    .split('\n')
    .map(change)
    .filter((line) => line !== '')
    .join('\n');

/** Links and pictures: `[text](address)`, `![text][name]`; a footnote has no text. */
const links = /!?\[([^[\]]*)\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^[\]\n]*\])/gu;
const footnotes = /\[\^[^[\]\n]*\]:?/gu;
const addresses = /\b(?:https?:\/\/|mailto:)[^\s<>()[\]]+/giu;
/** Between letters, `_` belongs to a name. */
const emphasis = /(?<!\\)(?:\*+|~~|`+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}]))/gu;
const escaped = /\\([!-/:-@[-`{-~])/gu;
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|shy));/giu;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '\u00AD' },
};

const decodeEntities = (text: string): string =>
  text.replaceAll(entity, (found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? found;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ' ';
  });

/**
 * Reads Markdown, and HTML inside of it, as text. It knows less of Markdown than a parser does, and takes a fiftieth of the
 * time: it need not find what is a heading, only what is no text.
 *
 * @returns the text with its lines
 */
export const textOfMarkdown = (markdown: string): string => {
  const withoutTags = markdown.replaceAll(programs, ' ').replaceAll(inlineTags, '').replaceAll(otherTags, ' ');
  const text = mapLines(withoutTags, textOfLine)
    .replaceAll(footnotes, '')
    // A second time for a picture inside of a link.
    .replaceAll(links, '$1')
    .replaceAll(links, '$1')
    .replaceAll(addresses, ' ')
    .replaceAll(emphasis, '')
    .replaceAll(/(?<!\\)\|/gu, ' ')
    .replaceAll(escaped, '$1');
  return mapLines(decodeEntities(text), (line) => line.trim());
};

const isBlock = (type: unknown): boolean => type === 'list' || type === 'list-item';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const textOfNode = (node: unknown): string => {
  if (!isObject(node)) return '';
  if (typeof node.text === 'string') return node.text;
  const { image } = node;
  if (node.type === 'image' && isObject(image)) return [image.alternativeText, image.caption].filter(isText).join('\n');
  const children: readonly unknown[] = Array.isArray(node.children) ? node.children : [];
  // An entry of a list contains its text, and after it perhaps another list.
  return children
    .map((child, i) => (i > 0 && isObject(child) && isBlock(child.type) ? '\n' : '') + textOfNode(child))
    .join('');
};

/**
 * @param blocks as they are stored: the texts of nodes and links, code, and the descriptions of pictures are their text
 * @returns the text with a line for each block
 */
export const textOfBlocks = (blocks: unknown): string =>
  (Array.isArray(blocks) ? blocks : []).map(textOfNode).filter(isText).join('\n');
