// Reads Markdown into its tree (mdast), piece by piece.
import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Text without an empty line that is longer is not read as Markdown, because that could take minutes. Code is read at once. */
const maxPiece = 20_000;

const fence = /^ {0,3}(`{3,}|~{3,})/u;

/** Divides a text before and after code, and at empty lines after which no block goes on. */
const splitBlocks = (text: string): readonly string[] => {
  const pieces: string[] = [];
  let lines: string[] = [];
  let open: string | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const isNext = lines.at(-1)?.trim() === '' && /^(?![-*+] |\d+[.)] )\S/u.test(line);
    const [, sign = ''] = fence.exec(line) ?? [];
    if (open === undefined && (isNext || sign !== '')) {
      pieces.push(lines.join('\n'));
      lines = [];
    }
    lines.push(line);
    if (open === undefined) open = sign === '' ? undefined : sign;
    else if (sign.startsWith(open)) {
      open = undefined;
      pieces.push(lines.join('\n'));
      lines = [];
    }
  }
  return [...pieces, lines.join('\n')];
};

/** Joins short pieces, because each call of the parser has its price. */
const joinPieces = (pieces: readonly string[]): readonly string[] => {
  const joined: string[] = [];
  let size = Infinity;
  for (const piece of pieces) {
    if (size + piece.length > 5_000 || piece.length > maxPiece) {
      joined.push(piece);
      size = piece.length;
    } else {
      joined[joined.length - 1] = `${joined.at(-1)}\n${piece}`;
      size += piece.length;
    }
  }
  return joined;
};

const paragraphs = (text: string): readonly RootContent[] =>
  text.split('\n').map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }));

/** Names of addresses are known in the whole text, so the parser needs them in each piece. Footnotes are content of their piece. */
const definitionLines = (text: string): string =>
  (text.match(/^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]+\S+[^\n]*$/gmu) ?? []).slice(0, 100).join('\n');

/** @param pause called after each piece */
export const readMarkdown = async (text: string, pause: () => Promise<void>): Promise<readonly RootContent[]> => {
  const definitions = definitionLines(text);
  const nodes: RootContent[] = [];
  for (const piece of joinPieces(splitBlocks(text))) {
    if (piece.length > maxPiece && !fence.test(piece)) nodes.push(...paragraphs(piece));
    else nodes.push(...fromMarkdown(definitions === '' ? piece : `${piece}\n\n${definitions}`, options).children);
    await pause();
  }
  return nodes;
};
