// What the header offers beside saving: undo and redo, what opens beside the form, and the page of the site in a window of its own.
import {
  CommentDiscussionIcon,
  HistoryIcon,
  LinkExternalIcon,
  RedoIcon,
  SidebarExpandIcon,
  UndoIcon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useEditor, useMay } from '../../api/editor.ts';
import { useUndo } from '../../form/useUndo.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useAction } from '../../ui/useAction.ts';
import type { Comments } from '../comments/useComments.ts';
import { createPages, type Preview } from '../preview/usePreview.ts';
import { useDocument } from '../useDocument.ts';
import type { HeaderAction } from './HeaderAction.tsx';

/** Opens the window before the link is made, because browsers block windows that open later. */
const openWindow = async (makeLink: () => Promise<{ readonly url: string }>): Promise<void> => {
  const opened = window.open('', '_blank');
  if (opened !== null) opened.opener = null;
  try {
    const { url } = await makeLink();
    if (opened !== null) opened.location.href = url;
  } catch (error) {
    opened?.close();
    throw error;
  }
};

/** @returns the actions that the document has, and that the user may do; `beside` are those that open something beside the form */
export const useHeaderActions = (preview: Preview, comments: Comments) => {
  const t = useTranslations('document');
  const commentTexts = useCommentTexts();
  const may = useMay();
  const { settings } = useEditor();
  const { form, place, panel, setPanel, closePanel, isStored } = useDocument();
  const { type, readOnly } = form;
  const { canUndo, canRedo, undo, redo } = useUndo(form);
  const isPage = place === 'page';
  const hasShortcuts = isPage && !readOnly;
  useShortcut('mod+Z', t('undo'), hasShortcuts ? undo : undefined);
  useShortcut('mod+shift+Z', t('redo'), hasShortcuts ? redo : undefined);
  const showPreview = useAction({ run: () => preview.open() });
  const showPage = useAction({ run: () => openWindow(() => createPages(form)) });
  const toggle = (name: NonNullable<typeof panel>, open: () => void) => ({
    ...{ isOpen: panel === name, run: panel === name ? closePanel : open },
  });
  const hasPreview = isStored && !readOnly;
  // A version has the draft, which not everybody may read.
  const hasHistory = isPage && isStored && may('versions', type.uid) && !(readOnly && type.draftAndPublish);
  const beside: readonly (HeaderAction | false)[] = [
    settings.preview &&
      isPage &&
      hasPreview && {
        ...{ label: t('preview.beside'), itemLabel: t('preview.title'), Icon: SidebarExpandIcon },
        ...toggle('preview', showPreview.mutate),
      },
    comments.ofFields !== undefined && {
      ...{
        label: commentTexts('open', { count: comments.count }),
        itemLabel: commentTexts('title'),
        Icon: CommentDiscussionIcon,
      },
      ...{ count: comments.count, ...toggle('comments', comments.openAll) },
    },
    hasHistory && {
      ...{ label: t('history.open'), itemLabel: t('history.title'), Icon: HistoryIcon },
      ...toggle('history', () => setPanel('history')),
    },
  ];
  const undoing: readonly HeaderAction[] = [
    { label: t('undo'), Icon: UndoIcon, run: undo, isDisabled: !canUndo },
    { label: t('redo'), Icon: RedoIcon, run: redo, isDisabled: !canRedo },
  ];
  return {
    undo: readOnly ? [] : undoing,
    beside: beside.filter((action) => action !== false),
    inWindow: hasPreview ? [{ label: t('preview.open'), Icon: LinkExternalIcon, run: showPage.mutate }] : [],
  };
};
