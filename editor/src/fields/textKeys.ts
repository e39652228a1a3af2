// The keys of texts of several lines, and the list that `?` shows of them.
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useTextShortcuts } from '../ui/shortcuts.ts';
import { markKeys, marks } from './BlocksField/model/types.ts';

export const textKeys = { link: 'mod+K', leaveFullScreen: 'Esc' } as const;

/** Of rich text in blocks. */
export const blockKeys = {
  insert: '/',
  moveUp: 'alt+shift+ArrowUp',
  moveDown: 'alt+shift+ArrowDown',
  indent: 'mod+]',
  outdent: 'mod+[',
} as const;

/** Lists the keys of a text that the user may write, while it is shown. */
export const useTextKeys = (kind: 'blocks' | 'markdown'): void => {
  const t = useTranslations();
  const labels = useMemo(() => {
    const ofAll = {
      [textKeys.link]: t('fields.links.link'),
      [textKeys.leaveFullScreen]: t('fields.writing.leaveFullScreen'),
    };
    if (kind === 'markdown') return ofAll;
    // Those of all texts come first, so that the list has one order, whichever text loads first.
    return {
      ...ofAll,
      [blockKeys.insert]: t('fields.blocks.insertBlock'),
      ...Object.fromEntries(marks.map((mark) => [markKeys[mark], t(`fields.blocks.marks.${mark}`)])),
      [blockKeys.moveUp]: t('form.entries.moveUp'),
      [blockKeys.moveDown]: t('form.entries.moveDown'),
      [blockKeys.indent]: t('fields.blocks.indent'),
      [blockKeys.outdent]: t('fields.blocks.outdent'),
    };
  }, [t, kind]);
  useTextShortcuts(labels);
};
