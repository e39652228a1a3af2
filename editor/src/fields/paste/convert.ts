// Converts what is pasted. A chunk of its own: it is loaded at the first paste that needs it.
import type { Root } from 'hast';
import type { RootContent } from 'mdast';
import type { BlockElement } from '../BlocksField/model/types.ts';
import { cleanUp } from './cleanUp.ts';
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
export const readHtml = async (root: Root, { lost, pause }: Conversion): Promise<readonly RootContent[]> => {
  const blocks = await cleanUp(root, lost, pause);
  const nodes: RootContent[] = [];
  for (let start = 0; start < blocks.length; start += pieceSize) {
    nodes.push(...toMdast(blocks.slice(start, start + pieceSize)));
    await pause();
  }
  return nodes;
};

export const htmlToMarkdown = async (html: string, conversion: Conversion): Promise<MarkdownText> => {
  const nodes = await readHtml(await toHast(html, conversion.pause), conversion);
  return toMarkdown(nodes, conversion.pause);
};

export const htmlToBlocks = async (html: string, conversion: Conversion): Promise<readonly BlockElement[]> => {
  const nodes = await readHtml(await toHast(html, conversion.pause), conversion);
  return toBlocks(nodes, conversion.lost, conversion.pause);
};

export const markdownToBlocks = async (text: string, { lost, pause }: Conversion): Promise<readonly BlockElement[]> =>
  toBlocks(await readMarkdown(text, pause), lost, pause);
