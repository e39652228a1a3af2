// Converts what is pasted. A chunk of its own: it is loaded at the first paste that needs it.
import type { Root } from 'hast';
import type { RootContent } from 'mdast';
import type { BlockElement } from '../BlocksField/model/types.ts';
import { cleanUp } from './cleanUp.ts';
import { isBlockContent, textOf } from './hast.ts';
import type { Lost } from './lost.ts';
import { readMarkdown } from './readMarkdown.ts';
import { toBlocks } from './toBlocks.ts';
import { toHast } from './toHast.ts';
import { toMarkdown, type MarkdownText } from './toMarkdown.ts';
import { toMdast } from './toMdast.ts';

/** What the steps of one conversion share. */
export interface Conversion {
  /** Gets what cannot be kept. */
  readonly lost: Lost;
  /** Called often; it lets the page work in between. It throws to end the conversion. */
  readonly pause: () => Promise<void>;
}

const pieceSize = 100;

/** HTML → clean HTML → Markdown's tree. */
const readHtml = async (root: Root, { lost, pause }: Conversion): Promise<readonly RootContent[]> => {
  const blocks = await cleanUp(root, lost, pause);
  const nodes: RootContent[] = [];
  for (let start = 0; start < blocks.length; start += pieceSize) {
    nodes.push(...toMdast(blocks.slice(start, start + pieceSize)));
    await pause();
  }
  return nodes;
};

/** The blanks at the ends of HTML without blocks: it is a part of a sentence. Line breaks there are those of the source. */
const blanksAround = (root: Root): readonly [before: string, after: string] => {
  if (root.children.some(isBlockContent)) return ['', ''];
  const text = textOf(root).replaceAll(/^\n+|\n+$/gu, '');
  return [/^\s+\S/u.test(text) ? ' ' : '', /\S\s+$/u.test(text) ? ' ' : ''];
};

export const rootToMarkdown = async (root: Root, conversion: Conversion): Promise<MarkdownText> => {
  const { text, pictures } = await toMarkdown(await readHtml(root, conversion), conversion.pause);
  const [before, after] = blanksAround(root);
  return {
    text: before + text + after,
    pictures: pictures.map(({ offset, picture }) => ({ offset: offset + before.length, picture })),
  };
};

export const rootToBlocks = async (root: Root, conversion: Conversion): Promise<readonly BlockElement[]> => {
  const blocks = await toBlocks(await readHtml(root, conversion), conversion.lost, conversion.pause);
  const [before, after] = blanksAround(root);
  const [only] = blocks;
  if (only?.type !== 'paragraph' || blocks.length > 1) return blocks;
  return [{ ...only, children: [{ text: before }, ...only.children, { text: after }] }];
};

export const htmlToMarkdown = async (html: string, conversion: Conversion): Promise<MarkdownText> =>
  rootToMarkdown(await toHast(html, conversion.pause), conversion);

export const htmlToBlocks = async (html: string, conversion: Conversion): Promise<readonly BlockElement[]> =>
  rootToBlocks(await toHast(html, conversion.pause), conversion);

export const markdownToBlocks = async (text: string, { lost, pause }: Conversion): Promise<readonly BlockElement[]> =>
  toBlocks(await readMarkdown(text, pause), lost, pause);
