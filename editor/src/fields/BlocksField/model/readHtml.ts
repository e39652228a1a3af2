// Reads HTML from the clipboard into the nodes of rich text. What they do not have (colors, tables, pictures) becomes plain text, or nothing.
import type { Mark } from './types.ts';

/** What is read of a DOM node. */
export interface HtmlNode {
  /** `#text`, or the name of the element in capitals. */
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  /** Of elements. */
  readonly getAttribute?: (name: string) => string | null;
}

type Marks = Readonly<Partial<Record<Mark, true>>>;
type Inline =
  | ({ readonly text: string } & Marks)
  | { readonly type: 'link'; readonly url: string; readonly children: readonly Inline[] };
type Block = Readonly<Record<string, unknown>>;

/** `isCode`: white space is kept, and has no marks. */
interface Context {
  readonly marks: Marks;
  readonly isCode: boolean;
}

const ignored = new Set(['HEAD', 'IMG', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', '#comment']);

const markOfElement: Readonly<Record<string, Mark>> = {
  B: 'bold',
  STRONG: 'bold',
  EM: 'italic',
  I: 'italic',
  U: 'underline',
  DEL: 'strikethrough',
  S: 'strikethrough',
  STRIKE: 'strikethrough',
  CODE: 'code',
};

/** Word processors write marks as styles. */
const markPatterns: readonly (readonly [Mark, RegExp])[] = [
  ['bold', /font-weight:\s*(?:bold|[6-9]00)/u],
  ['italic', /font-style:\s*italic/u],
  ['underline', /text-decoration[^;]*underline/u],
  ['strikethrough', /text-decoration[^;]*line-through/u],
];

const blockNames = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);

const isBlock = ({ nodeName }: HtmlNode): boolean => blockNames.has(nodeName);

const hasBlock = (node: HtmlNode): boolean => [...node.childNodes].some((child) => isBlock(child) || hasBlock(child));

const marksOf = (node: HtmlNode, marks: Marks): Marks => {
  const style = node.getAttribute?.('style') ?? '';
  const ofElement = markOfElement[node.nodeName];
  // Google Docs puts all that is copied into a <b> that is not bold.
  const isNot = ofElement === 'bold' && /font-weight:\s*(?:normal|[1-5]00)/u.test(style);
  const ofStyle = markPatterns.flatMap(([mark, pattern]) => (pattern.test(style) ? [mark] : []));
  const names = [...(ofElement === undefined || isNot ? [] : [ofElement]), ...(node.nodeName === 'A' ? [] : ofStyle)];
  return { ...marks, ...Object.fromEntries(names.map((name) => [name, true])) };
};

const inlinesOf = (node: HtmlNode, context: Context): readonly Inline[] => {
  if (ignored.has(node.nodeName)) return [];
  if (node.nodeName === 'BR') return [{ text: '\n' }];
  if (node.nodeName === '#text') {
    const text = node.textContent ?? '';
    return context.isCode ? [{ text }] : [{ text: text.replaceAll(/\s+/gu, ' '), ...context.marks }];
  }
  const children = inlinesIn(node, { ...context, marks: marksOf(node, context.marks) });
  const url = node.nodeName === 'A' ? node.getAttribute?.('href') : null;
  return typeof url === 'string' && !context.isCode ? [{ type: 'link', url, children }] : children;
};

/** Blocks inside of a block that contains only text are lines. */
const inlinesIn = (node: HtmlNode, context: Context): readonly Inline[] =>
  [...node.childNodes].flatMap((child, index) => [
    ...(isBlock(child) && index > 0 ? [{ text: '\n' }] : []),
    ...inlinesOf(child, context),
  ]);

/** Leaves out the white space that a browser does not show: at the ends of the block and of its lines, and the second of two spaces. */
const trimmed = (inlines: readonly Inline[]): readonly Inline[] => {
  let before = '\n';
  const trimStart = (inline: Inline): Inline => {
    if ('type' in inline) return { ...inline, children: inline.children.map(trimStart) };
    const text = /\s$/u.test(before) ? inline.text.replace(/^ /u, '') : inline.text;
    if (text !== '') before = text;
    return { ...inline, text };
  };
  const result = inlines.map(trimStart).filter((inline) => 'type' in inline || inline.text !== '');
  const last = result.at(-1);
  if (last === undefined || 'type' in last) return result;
  const text = last.text.trimEnd();
  return text === '' ? trimmed(result.slice(0, -1)) : [...result.slice(0, -1), { ...last, text }];
};

const blockOf = (kind: Block, inlines: readonly Inline[]): readonly Block[] => {
  const children = trimmed(inlines);
  return children.length === 0 ? [] : [{ ...kind, children }];
};

const listOf = (node: HtmlNode, context: Context, indentLevel: number): readonly Block[] => {
  const format = node.nodeName === 'OL' ? 'ordered' : 'unordered';
  const isList = ({ nodeName }: HtmlNode): boolean => nodeName === 'UL' || nodeName === 'OL';
  const children = [...node.childNodes].flatMap((child): readonly Block[] => {
    if (isList(child)) return listOf(child, context, indentLevel + 1);
    const inner = [...child.childNodes];
    const content = child.nodeName === '#text' ? [child] : inner.filter((one) => !isList(one));
    return [
      ...blockOf({ type: 'list-item' }, inlinesIn({ ...emptyNode, childNodes: content }, context)),
      ...inner.filter(isList).flatMap((list) => listOf(list, context, indentLevel + 1)),
    ];
  });
  return children.length === 0 ? [] : [{ type: 'list', format, ...(indentLevel > 0 && { indentLevel }), children }];
};

const emptyNode = { nodeName: 'DIV', textContent: null };

const kindOf = ({ nodeName }: HtmlNode): Block => {
  if (/^H[1-6]$/u.test(nodeName)) return { type: 'heading', level: Number(nodeName[1]) };
  if (nodeName === 'BLOCKQUOTE') return { type: 'quote' };
  return { type: nodeName === 'PRE' ? 'code' : 'paragraph' };
};

const blocksIn = (node: HtmlNode, context: Context): readonly Block[] => {
  const blocks: Block[] = [];
  let run: Inline[] = [];
  const endRun = (): void => {
    blocks.push(...blockOf({ type: 'paragraph' }, run));
    run = [];
  };
  for (const child of node.childNodes) {
    if (!isBlock(child) && !hasBlock(child)) run.push(...inlinesOf(child, context));
    else {
      endRun();
      blocks.push(...blocksOf(child, context));
    }
  }
  endRun();
  return blocks;
};

const blocksOf = (node: HtmlNode, context: Context): readonly Block[] => {
  if (ignored.has(node.nodeName)) return [];
  if (node.nodeName === 'UL' || node.nodeName === 'OL') return listOf(node, context, 0);
  const inner = { isCode: node.nodeName === 'PRE', marks: marksOf(node, context.marks) };
  const kind = kindOf(node);
  return kind.type === 'paragraph' && hasBlock(node) ? blocksIn(node, inner) : blockOf(kind, inlinesIn(node, inner));
};

/**
 * @param body the element that contains what was copied
 * @returns blocks for `cleanPasted`, which checks the addresses of links
 */
export const readHtml = (body: HtmlNode): readonly Block[] => blocksIn(body, { marks: {}, isCode: false });
