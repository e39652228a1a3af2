// What happens when something is pasted into rich text, or dropped on it.
import { Editor, Range, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';
import type { MediaFile } from '../../api/mediaQueries.ts';
import { jsonBytes } from '../../form/jsonBytes.ts';
import { isMarkdown, readClipboard, type Pasted } from '../paste/clipboard.ts';
import { nameOfPicture, type Picture } from '../paste/pictures.ts';
import { usePasting, type Paste } from '../paste/usePasting.tsx';
import { siteOrigins, usePictures } from '../paste/usePictures.ts';
import { currentKind, setLink } from './model/commands.ts';
import { isAddress, isSafeUrl } from '../links/safeUrl.ts';
import { fillPlace, insertBlocks, makeValid, paragraphsOf, replacePlace } from './model/pasting.ts';
import { cleanPasted } from './model/cleanPasted.ts';
import { writeBlocks } from './model/stored.ts';
import type { BlockElement } from './model/types.ts';
import { isPresent, useBlocksValue, type BlocksOptions } from './useBlocksValue.ts';

/** @param fragment as Slate puts it into the clipboard @returns undefined if it cannot be read */
const decode = (fragment: string): readonly unknown[] | undefined => {
  try {
    const nodes: unknown = JSON.parse(decodeURIComponent(atob(fragment)));
    return Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the clipboard has one address, and there is a selected text that it can be put on. */
const isLinkOnText = ({ selection }: Editor, text: string): boolean =>
  selection !== null && Range.isExpanded(selection) && isAddress(text);

/** A picture that stays where it is, as a link to it. */
const linkTo = (picture: Picture | undefined): readonly BlockElement[] => {
  const url = picture?.src.replace(/^\/\//u, 'https://');
  if (picture === undefined || !isSafeUrl(url)) return [];
  const text = picture.alt === '' ? nameOfPicture(picture) : picture.alt;
  const link: BlockElement = { type: 'link', url, children: [{ text }] };
  return [{ type: 'paragraph', children: [{ text: '' }, link, { text: '' }] }];
};

const blocksOf = async (pasted: Exclude<Pasted, { kind: 'files' }>, paste: Paste): Promise<readonly BlockElement[]> => {
  if (pasted.kind === 'text' && !isMarkdown(pasted.text)) return paragraphsOf(pasted.text);
  const { htmlToBlocks, markdownToBlocks } = await import('../paste/convert.ts');
  return pasted.kind === 'html' ? htmlToBlocks(pasted.html, paste) : markdownToBlocks(pasted.text, paste);
};

/** Writes and measures the blocks piece by piece, so that the form finds both done. */
const checkSizeOf = async (blocks: readonly BlockElement[], { checkSize, pause }: Paste): Promise<void> => {
  let bytes = 0;
  for (const block of blocks) {
    for (const written of writeBlocks([block]) ?? []) bytes += jsonBytes(written) + 1;
    checkSize(bytes);
    await pause();
  }
};

export const usePaste = ({ editor, name, value }: BlocksOptions) => {
  const pasting = usePasting();
  const pictures = usePictures({
    fill: (key: number, file: MediaFile) => {
      content.places.delete(key);
      content.continueStep();
      fillPlace(editor, key, file);
    },
    remove: (key, picture) => {
      content.places.delete(key);
      content.continueStep();
      replacePlace(editor, key, linkTo(picture));
    },
  });
  const content = useBlocksValue({
    ...{ editor, name, value },
    onReplace: pasting.stop,
    onRemove: pictures.cancel,
  });

  /**
   * Inserts blocks as one step of undo, and starts the uploads of the pictures among them, which keep their places.
   *
   * @param at the place; the selection if it is null
   */
  const insert = async (blocks: readonly BlockElement[], at: Range | null, paste: Paste): Promise<void> => {
    if (blocks.length === 0) return;
    const before = content.current();
    const placePictures = (piece: readonly BlockElement[]): readonly BlockElement[] =>
      piece.flatMap((block) => {
        if (block.type !== 'pending' || block.picture === undefined) return [block];
        const key = pictures.add(block.picture, paste);
        if (key === undefined) return linkTo(block.picture);
        content.places.set(key, before);
        return [{ ...block, upload: key }];
      });
    const pieces = insertBlocks(editor, blocks, placePictures);
    const now = editor.selection;
    const cursor = now === null || at === null || Range.equals(now, at) ? undefined : Editor.rangeRef(editor, now);
    if (at !== null && isPresent(editor, at)) Transforms.select(editor, at);
    content.beginStep();
    let { done } = pieces.next();
    const back = cursor?.unref() ?? null;
    if (back !== null) Transforms.select(editor, back);
    while (done !== true) {
      await paste.pause();
      content.continueStep();
      ({ done } = pieces.next());
    }
  };

  const insertFiles = (files: readonly File[], paste: Paste): void => {
    const before = content.current();
    const places = pictures.addFiles(files, paste).map(({ key, picture }): BlockElement => {
      content.places.set(key, before);
      return { type: 'pending', picture, upload: key, children: [{ text: '' }] };
    });
    if (places.length === 0) return;
    content.beginStep();
    insertBlocks(editor, places, (piece) => piece).next();
  };

  /** The nodes of another rich text of the editor. They keep what HTML does not have. */
  const insertFragment = (fragment: string): boolean => {
    const nodes = fragment === '' ? undefined : decode(fragment);
    if (nodes === undefined) return false;
    void pasting.run(async (one) => {
      const blocks = cleanPasted(nodes, siteOrigins(), one.lost);
      const valid = await makeValid(blocks, one.pause);
      await checkSizeOf(valid, one);
      await insert(valid, null, one);
    });
    return true;
  };

  /** Inserts what was pasted or dropped in place of the selection. */
  const paste = (data: DataTransfer): void => {
    const pasted = readClipboard(data);
    const text = data.getData('text/plain');
    const { selection } = editor;
    // Code has no links.
    if (currentKind(editor)?.type === 'code' && pasted.kind !== 'files') {
      content.beginStep();
      Editor.insertText(editor, text);
    } else if (isLinkOnText(editor, text.trim())) setLink(editor, text.trim());
    else if (insertFragment(data.getData('application/x-slate-fragment'))) return;
    else if (pasted.kind === 'files') void pasting.run((one) => insertFiles(pasted.files, one));
    else if (pasted.kind === 'text' && !/\n/u.test(text) && !isMarkdown(text)) {
      content.beginStep();
      Editor.insertText(editor, text);
    } else {
      // The user can go on while the content is read; it comes to where the cursor was.
      const place = selection === null ? undefined : Editor.rangeRef(editor, selection);
      void pasting.run(async (one) => {
        const blocks = await blocksOf(pasted, one);
        await checkSizeOf(blocks, one);
        await insert(blocks, place?.unref() ?? null, one);
      });
    }
    ReactEditor.focus(editor);
  };

  return { content, uploads: pictures.uploads, paste };
};
