// What is pasted: nodes of another rich text are cleaned first, and an address on selected text becomes a link.
import { Range, type BaseEditor } from 'slate';
import type { ReactEditor } from 'slate-react';
import { currentKind, setLink } from './model/commands.ts';
import { isSafeUrl } from './model/links.ts';
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

export const withPaste = <T extends BaseEditor & ReactEditor>(editor: T): T => {
  const { insertTextData } = editor;
  editor.insertFragmentData = (data) => {
    const nodes = decode(data.getData('application/x-slate-fragment'));
    if (nodes === undefined || currentKind(editor)?.type === 'code') return false;
    editor.insertFragment(cleanPasted(nodes));
    return true;
  };
  editor.insertTextData = (data) => {
    const url = data.getData('text/plain').trim();
    const { selection } = editor;
    if (selection !== null && Range.isExpanded(selection) && /^(?:https?|mailto):/iu.test(url) && isSafeUrl(url)) {
      setLink(editor, url);
      return true;
    }
    return insertTextData(data);
  };
  return editor;
};
