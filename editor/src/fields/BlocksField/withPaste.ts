// What is pasted: HTML and nodes of another rich text are cleaned first, and an address on selected text becomes a link.
import { Range, type BaseEditor } from 'slate';
import type { ReactEditor } from 'slate-react';
import { currentKind, setLink } from './model/commands.ts';
import { isSafeUrl } from './model/links.ts';
import { readHtml } from './model/readHtml.ts';
import { cleanPasted } from './model/stored.ts';

/** @param fragment as Slate puts it into the clipboard @returns undefined if it cannot be read */
const decode = (fragment: string): readonly unknown[] | undefined => {
  try {
    const nodes: unknown = JSON.parse(decodeURIComponent(atob(fragment)));
    return Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
};

/** @returns undefined if the clipboard has no HTML, or only such that contains no text */
const readClipboard = (data: DataTransfer): readonly unknown[] | undefined => {
  const html = data.getData('text/html');
  // A document that is parsed this way loads no pictures, and runs no scripts.
  const nodes = html === '' ? [] : readHtml(new DOMParser().parseFromString(html, 'text/html').body);
  return nodes.length === 0 ? undefined : nodes;
};

/** Whether the clipboard has one address, and there is a selected text that it can be put on. */
const isLinkOnText = ({ selection }: BaseEditor, data: DataTransfer): boolean => {
  const url = data.getData('text/plain').trim();
  return selection !== null && Range.isExpanded(selection) && /^(?:https?|mailto):/iu.test(url) && isSafeUrl(url);
};

export const withPaste = <T extends BaseEditor & ReactEditor>(editor: T): T => {
  const { insertTextData } = editor;
  editor.insertFragmentData = (data) => {
    if (currentKind(editor)?.type === 'code' || isLinkOnText(editor, data)) return false;
    const nodes = decode(data.getData('application/x-slate-fragment')) ?? readClipboard(data);
    if (nodes === undefined) return false;
    editor.insertFragment(cleanPasted(nodes));
    return true;
  };
  editor.insertTextData = (data) => {
    if (!isLinkOnText(editor, data)) return insertTextData(data);
    setLink(editor, data.getData('text/plain').trim());
    return true;
  };
  return editor;
};
