// The nodes of rich text while they are edited. Slate's nodes have the shape of the stored ones; texts lack `type`.
import type { BaseEditor } from 'slate';
import type { ReactEditor } from 'slate-react';
import type { Picture } from '../../paste/pictures.ts';

export const marks = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;

export type Mark = (typeof marks)[number];

/** The keys that set a mark. */
export const markKeys: Readonly<Record<Mark, string>> = {
  bold: 'mod+B',
  italic: 'mod+I',
  underline: 'mod+U',
  strikethrough: 'mod+shift+X',
  code: 'mod+E',
};

/** A text with its marks. Other keys that the stored text has are kept. */
export interface RichText extends Partial<Readonly<Record<Mark, boolean>>> {
  text: string;
}

/** Blocks that contain text and links. */
export const textBlocks = ['paragraph', 'heading', 'quote', 'code', 'list-item'] as const;

export interface BlockImage {
  readonly url: string;
  readonly name: string;
  readonly alternativeText?: string | null;
  readonly [key: string]: unknown;
}

/**
 * A node with children. `unknown` and `unknown-inline` stand for stored nodes that the editor does not know; `stored` is the
 * node. `pending` is the place of a picture while it is uploaded, and is never stored. Other keys that a stored node has are kept.
 */
export interface BlockElement {
  type: (typeof textBlocks)[number] | 'list' | 'image' | 'link' | 'unknown' | 'unknown-inline' | 'pending';
  children: (BlockElement | RichText)[];
  /** Of a heading: 1 to 6. */
  level?: number;
  /** Of a list. */
  format?: 'ordered' | 'unordered';
  /** Of a nested list: how many lists it is in. */
  indentLevel?: number;
  /** Of code. */
  language?: string;
  url?: string;
  image?: BlockImage;
  stored?: unknown;
  /** Of a pending node: the picture that is uploaded. */
  picture?: Picture;
  /** Of a pending node: the key of the upload. */
  upload?: number;
}

declare module 'slate' {
  interface CustomTypes {
    Editor: BaseEditor & ReactEditor;
    Element: BlockElement;
    Text: RichText;
  }
}
