// Cleans rich text from the clipboard, which any page can have put there.
import { isObject } from '../../../../../lib/schema/jsonValues.ts';
import { isSafeUrl } from '../../links/safeUrl.ts';
import type { Lost } from '../../paste/lost.ts';
import { isStoredPicture, kindOfPicture } from '../../paste/pictures.ts';
import { imageKeys } from './commands.ts';
import { emptyText, isImage, isList, isTextBlock, withTexts, type Json } from './stored.ts';
import { marks, type BlockElement, type BlockImage, type RichText } from './types.ts';

type Node = BlockElement | RichText;

interface Context {
  readonly lost: Lost;
  /** Where the files of the site are. */
  readonly origins: readonly string[];
}

/** Below this level only texts are kept: the API takes values of 32 levels, two for each node, and later code calls itself. */
const maxDepth = 12;

const cleanText = (stored: Json & { readonly text: string }): RichText => ({
  text: stored.text,
  ...Object.fromEntries(marks.filter((mark) => stored[mark] === true).map((mark) => [mark, true])),
});

const isText = (value: unknown): value is Json & { readonly text: string } =>
  isObject(value) && typeof value.text === 'string';

/** All texts in nodes, however deep they are. */
const textsIn = (nodes: readonly unknown[]): RichText[] => {
  const [texts, waiting]: [RichText[], unknown[]] = [[], nodes.toReversed()];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (isText(node)) texts.push(cleanText(node));
    else if (isObject(node) && Array.isArray(node.children))
      for (const child of node.children.toReversed()) waiting.push(child);
  }
  return texts;
};

const withKeys = (value: Json, isKept: (key: string, inner: unknown) => boolean): Json =>
  Object.fromEntries(Object.entries(value).filter(([key, inner]) => isKept(key, inner)));

const isScalar = (_: string, value: unknown): boolean => !isObject(value) && !Array.isArray(value);

const cleanImage = (image: BlockImage): BlockImage => {
  const { formats } = image;
  return {
    ...withKeys(image, (key, value) => imageKeys.includes(key) && isScalar(key, value)),
    ...(isObject(formats)
      ? {
          formats: Object.fromEntries(
            Object.entries(formats).flatMap(([name, format]) =>
              isObject(format) ? [[name, withKeys(format, isScalar)]] : [],
            ),
          ),
        }
      : {}),
    name: image.name,
    url: image.url,
  };
};

/** A picture of the site stays as it is; others get a place, from which they are uploaded like those of HTML. */
const placeImage = ({ image }: Json, { lost, origins }: Context): Node[] => {
  if (!isImage(image) || !isScalar('name', image.name)) return [];
  if (isStoredPicture(image.url, origins))
    return [{ type: 'image', image: cleanImage(image), children: [emptyText()] }];
  if (kindOfPicture(image.url) !== 'loadable') {
    lost.add('pictures');
    return [];
  }
  const { url: src, alternativeText } = image;
  const alt = typeof alternativeText === 'string' ? alternativeText : '';
  return [{ type: 'pending', picture: { src, alt }, children: [emptyText()] }];
};

const isPicture = (node: Node): boolean => 'type' in node && (node.type === 'image' || node.type === 'pending');

/** Leaves out pictures: only the text itself can have them. */
const withoutPictures = (nodes: readonly Node[], { lost }: Context): Node[] =>
  nodes.filter((node) => {
    if (isPicture(node)) lost.add('pictures');
    return !isPicture(node);
  });

const isItem = (node: Node): node is BlockElement =>
  'type' in node && (node.type === 'list' || isTextBlock({ ...node }) || node.type === 'list-item');

const listOf = ({ format, indentLevel }: Json, nodes: readonly Node[]): Node[] => {
  const children = nodes.map((node) =>
    isItem(node) ? node : ({ type: 'list-item', children: withTexts([node]) } satisfies BlockElement),
  );
  const level = typeof indentLevel === 'number' ? { indentLevel } : {};
  const list = { type: 'list', format: format === 'ordered' ? 'ordered' : 'unordered', ...level, children } as const;
  return children.length === 0 ? [] : [list];
};

const textBlockOf = ({ type, level, language }: Json, nodes: readonly Node[]): BlockElement => ({
  type: type as BlockElement['type'], // checked
  ...(type === 'heading' ? { level: level as number } : {}), // checked
  ...(type === 'code' && typeof language === 'string' ? { language } : {}),
  children: withTexts(nodes),
});

const cleanNode = (value: unknown, depth: number, context: Context): Node[] => {
  if (!isObject(value)) return [];
  if (isText(value)) return [cleanText(value)];
  if (value.type === 'image') return placeImage(value, context);
  const stored: readonly unknown[] = Array.isArray(value.children) ? value.children : [];
  const children = depth < maxDepth ? stored.flatMap((child) => cleanNode(child, depth + 1, context)) : textsIn(stored);
  if (value.type === 'link' && isSafeUrl(value.url))
    return [{ type: 'link', url: value.url, children: withTexts(children.filter((child) => !('type' in child))) }];
  if (isList(value)) return listOf(value, withoutPictures(children, context));
  if (value.type === 'list-item' || isTextBlock(value)) return [textBlockOf(value, withoutPictures(children, context))];
  return children;
};

/**
 * @param nodes of another text of the editor, or of another page
 * @param origins where the files of the site are
 * @param lost counts what is left out
 * @returns only what the editor knows, with safe addresses; `pending` stands for pictures that are to be uploaded
 */
export const cleanPasted = (nodes: readonly unknown[], origins: readonly string[], lost: Lost): BlockElement[] =>
  nodes
    .flatMap((node) => cleanNode(node, 1, { origins, lost }))
    .map((node) => ('type' in node ? node : { type: 'paragraph', children: [node] }));
