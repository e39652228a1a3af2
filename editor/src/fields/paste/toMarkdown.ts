// Writes Markdown's tree (mdast) as text.
import type { Image, RootContent, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown as write, type Handle, type Options } from 'mdast-util-to-markdown';
import { kindOfPicture, type Picture } from './pictures.ts';
import type { Underline } from './toMdast.ts';

/** Text, and the places in it where pictures belong when they are uploaded. */
export interface MarkdownText {
  readonly text: string;
  readonly pictures: readonly { readonly offset: number; readonly picture: Picture }[];
}

const underline: Handle = (node: Underline, _, state, info) => state.containerPhrasing(node, info);

/** Words with spaces and commas between them, which mean nothing in Markdown. */
const plain = /^(?! )(?:[\p{L}\p{N},;'"’“”„–—?()%]| (?! )|(?<=\p{L})\.(?= |$))*$/u;

/** Most texts are plain, and the library looks for each of its 60 patterns in them. */
const text: Handle = (node: Text, parent, state, info) =>
  plain.test(node.value) ? node.value : defaultHandlers.text(node, parent, state, info);

const optionsWith = (image: (node: Image) => string | undefined): Options => ({
  bullet: '-',
  emphasis: '_',
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: {
    text,
    underline,
    image: (node: Image, ...rest) => image(node) ?? defaultHandlers.image(node, ...rest),
  },
});

const pieceSize = 100;

/** @param pause called after each 100 blocks */
export const toMarkdown = async (nodes: readonly RootContent[], pause: () => Promise<void>): Promise<MarkdownText> => {
  const found: Picture[] = [];
  const options = optionsWith(({ url, alt }) => {
    if (kindOfPicture(url) === 'own') return undefined;
    // `cleanUp` has taken these characters out of all texts.
    return `\ufdd0${found.push({ src: url, alt: alt ?? '' }) - 1}\ufdd1`;
  });
  const written: string[] = [];
  for (let start = 0; start < nodes.length; start += pieceSize) {
    const children = nodes.slice(start, start + pieceSize);
    written.push(write({ type: 'root', children }, options).trim());
    await pause();
  }
  const parts = written
    .filter((text) => text !== '')
    .join('\n\n')
    .split(/\ufdd0(\d+)\ufdd1/u);
  let text = '';
  const pictures = parts.flatMap((part, index) => {
    const picture = index % 2 === 1 ? found[Number(part)] : undefined;
    if (picture === undefined) text += part;
    return picture === undefined ? [] : [{ offset: text.length, picture }];
  });
  return { text, pictures };
};
