// Makes blocks of Markdown's tree (mdast). Blocks have no tables, and text only in lists and quotes: the rest becomes text there.
import type { ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { isSafeUrl } from '../links/safeUrl.ts';
import { withTexts } from '../BlocksField/model/stored.ts';
import type { BlockElement, Mark, RichText } from '../BlocksField/model/types.ts';
import type { Lost } from './lost.ts';
import { kindOfPicture, type Picture } from './pictures.ts';

type Inline = BlockElement | RichText;
type Marks = Readonly<Partial<Record<Mark, true>>>;

/** What the conversion of one paste collects. */
interface Context {
  readonly lost: Lost;
  /** The addresses of Markdown's `[name]: https://…`, by name. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Pictures of a text, which go below its block. */
  readonly pictures: Picture[];
}

const markOf = {
  ...{ strong: 'bold', emphasis: 'italic', delete: 'strikethrough', underline: 'underline' },
} as const satisfies Readonly<Record<string, Mark>>;

const isText = (node: Inline): node is RichText => !('type' in node);

const inlineOf = (node: PhrasingContent, marks: Marks, context: Context): readonly Inline[] => {
  const inner = (children: readonly PhrasingContent[], more: Marks = {}): readonly Inline[] =>
    children.flatMap((child) => inlineOf(child, { ...marks, ...more }, context));
  const linkTo = (url: string | undefined, children: readonly PhrasingContent[]): readonly Inline[] => {
    const texts = inner(children);
    return isSafeUrl(url) && texts.some((text) => isText(text) && text.text !== '')
      ? [{ type: 'link', url, children: texts.filter(isText) }]
      : texts;
  };
  switch (node.type) {
    case 'text':
      return [{ text: node.value.replaceAll(/\s*\n\s*/gu, ' '), ...marks }];
    case 'inlineCode':
      return [{ text: node.value, ...marks, code: true }];
    case 'break':
      return [{ text: '\n' }];
    case 'link':
      return linkTo(node.url, node.children);
    case 'linkReference':
      return linkTo(context.definitions.get(node.identifier), node.children);
    case 'image':
      return placePicture({ src: node.url, alt: node.alt ?? '' }, context);
    case 'imageReference':
      return placePicture({ src: context.definitions.get(node.identifier) ?? '', alt: node.alt ?? '' }, context);
    case 'footnoteReference':
      context.lost.add('footnotes');
      return [{ text: `[${node.label ?? node.identifier}]`, ...marks }];
    case 'html':
      return [{ text: node.value, ...marks }];
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'underline':
      return inner(node.children, { [markOf[node.type]]: true });
    default: {
      // HTML can have blocks inside of text, and the types do not know it.
      const { children = [], value } = node as {
        readonly children?: readonly PhrasingContent[];
        readonly value?: string;
      };
      return value === undefined ? inner(children) : [{ text: value, ...marks, code: true }];
    }
  }
};

const placePicture = (picture: Picture, { pictures, lost }: Context): readonly Inline[] => {
  if (kindOfPicture(picture.src) === 'unreachable') lost.add('pictures');
  else pictures.push(picture);
  return [];
};

const inlinesOf = (nodes: readonly PhrasingContent[], context: Context): readonly Inline[] =>
  nodes.flatMap((node) => inlineOf(node, {}, context));

const hasContent = (inlines: readonly Inline[]): boolean =>
  inlines.some((inline) => !isText(inline) || inline.text.trim() !== '');

type Line = readonly Inline[];

const rowLines = ({ children: rows }: Table, context: Context): readonly Line[] =>
  rows.flatMap(({ children: cells }, index) => {
    const line = cells.flatMap((cell, column) => [
      ...(column === 0 ? [] : [{ text: ' | ' }]),
      ...cell.children.flatMap((node) => inlineOf(node, index === 0 ? { bold: true } : {}, context)),
    ]);
    return cells.every((cell) => cell.children.length === 0) ? [] : [line];
  });

/** For some types of nodes, what they become. */
type Handlers<Result> = {
  readonly [Type in RootContent['type']]?: (
    node: Extract<RootContent, { type: Type }>,
    context: Context,
  ) => readonly Result[];
};

const handlerOf = <Result>(handlers: Handlers<Result>, { type }: RootContent) =>
  // The handler of a type takes the nodes of this type.
  handlers[type] as ((node: RootContent, context: Context) => readonly Result[]) | undefined;

const textLine = (
  { children }: { readonly children: readonly PhrasingContent[] },
  context: Context,
): readonly Line[] => [inlinesOf(children, context)];

const innerLines = ({ children }: { readonly children: readonly RootContent[] }, context: Context): readonly Line[] =>
  children.flatMap((child) => linesOf(child, context));

const lineHandlers: Handlers<Line> = {
  paragraph: textLine,
  heading: textLine,
  code: ({ value }) => value.split('\n').map((text) => [{ text, code: true }]),
  html: ({ value }) => [[{ text: value }]],
  list: ({ children, ordered, start }, context) =>
    children.flatMap((item, index) => {
      const marker = ordered === true ? `${(start ?? 1) + index}. ` : '• ';
      const [first = [], ...others] = innerLines(item, context);
      return [[{ text: marker }, ...first], ...others];
    }),
  table: (table, context) => {
    context.lost.add('tables');
    return rowLines(table, context);
  },
  thematicBreak: (_, { lost }) => {
    lost.add('lines');
    return [];
  },
  blockquote: innerLines,
  footnoteDefinition: innerLines,
};

/** A block as lines of text. HTML can have text, such as code, beside blocks: it is a line. */
const linesOf = (node: RootContent, context: Context): readonly Line[] =>
  handlerOf(lineHandlers, node)?.(node, context) ?? [inlineOf(node as PhrasingContent, {}, context)];

const joinLines = (lines: readonly Line[]): Inline[] =>
  lines.filter(hasContent).flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));

const marksOf = (text: RichText): string => JSON.stringify({ ...text, text: '' });

/** Joins texts with the same marks, as Slate would do, and leaves out the white space at the ends of the block. */
const tidy = (inlines: readonly Inline[]): Inline[] => {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (last !== undefined && isText(last) && isText(inline) && marksOf(last) === marksOf(inline))
      joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push(inline);
  }
  const [first] = joined;
  if (first !== undefined && isText(first)) joined[0] = { ...first, text: first.text.trimStart() };
  const last = joined.at(-1);
  if (last !== undefined && isText(last)) joined[joined.length - 1] = { ...last, text: last.text.trimEnd() };
  return joined.filter((inline) => !isText(inline) || inline.text !== '');
};

const blockOf = (kind: Omit<BlockElement, 'children'>, inlines: readonly Inline[]): readonly BlockElement[] =>
  hasContent(inlines) ? [{ ...kind, children: withTexts(tidy(inlines)) }] : [];

const checkOf = ({ checked }: ListItem): readonly Inline[] =>
  typeof checked === 'boolean' ? [{ text: checked ? '☑ ' : '☐ ' }] : [];

const listOf = (
  { ordered, children: items }: Extract<RootContent, { type: 'list' }>,
  level: number,
  context: Context,
): readonly BlockElement[] => {
  const children = items.flatMap((item): readonly BlockElement[] => {
    const lines = item.children.flatMap((child) => (child.type === 'list' ? [] : linesOf(child, context)));
    const lists = item.children.flatMap((child) => (child.type === 'list' ? listOf(child, level + 1, context) : []));
    return [...blockOf({ type: 'list-item' }, [...checkOf(item), ...joinLines(lines)]), ...lists];
  });
  const format = ordered === true ? 'ordered' : 'unordered';
  return children.length === 0 ? [] : [{ type: 'list', format, ...(level > 0 && { indentLevel: level }), children }];
};

const blockHandlers: Handlers<BlockElement> = {
  heading: ({ depth, children }, context) => blockOf({ type: 'heading', level: depth }, inlinesOf(children, context)),
  blockquote: (quote, context) => blockOf({ type: 'quote' }, joinLines(innerLines(quote, context))),
  code: ({ lang, value }) => [
    { type: 'code', ...(typeof lang === 'string' && { language: lang }), children: [{ text: value }] },
  ],
  list: (list, context) => listOf(list, 0, context),
  footnoteDefinition: (footnote, context) => {
    const text = `[${footnote.label ?? footnote.identifier}] `;
    return blockOf({ type: 'paragraph' }, [{ text }, ...joinLines(innerLines(footnote, context))]);
  },
};

const contentOf = (node: RootContent, context: Context): readonly BlockElement[] =>
  handlerOf(blockHandlers, node)?.(node, context) ??
  linesOf(node, context).flatMap((line) => blockOf({ type: 'paragraph' }, line));

/** A picture inside of a paragraph divides it. */
const splitAtPictures = (node: RootContent): readonly RootContent[] => {
  if (node.type !== 'paragraph' || !node.children.some(({ type }) => type === 'image')) return [node];
  const parts: PhrasingContent[][] = [[]];
  for (const child of node.children) {
    parts.at(-1)?.push(child);
    if (child.type === 'image') parts.push([]);
  }
  return parts.map((children) => ({ type: 'paragraph', children }));
};

/** @returns blocks for Slate; `pending` ones stand for pictures that are to be uploaded */
export const toBlocks = async (
  nodes: readonly RootContent[],
  lost: Lost,
  pause: () => Promise<void>,
): Promise<readonly BlockElement[]> => {
  const definitions = new Map(
    nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
  );
  const blocks: BlockElement[] = [];
  for (const node of nodes.flatMap(splitAtPictures)) {
    const pictures: Picture[] = [];
    blocks.push(...contentOf(node, { lost, definitions, pictures }));
    for (const picture of pictures) blocks.push({ type: 'pending', picture, children: [{ text: '' }] });
    await pause();
  }
  return blocks;
};
