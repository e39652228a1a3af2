// The comments on the document of a form: how many there are, and which the panel beside it shows.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { commentsQuery } from '../../api/comments.ts';
import { useMay } from '../../api/editor.ts';
import { toCommentPath, type FieldComments } from '../../form/comments.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useSavingState } from '../saving/useSavingState.ts';
import type { OpenDocument } from '../useDocument.ts';
import { CommentMark } from './CommentMark.tsx';

/** In the fragment of links to a comment; no attribute has such a name. */
const linkStart = 'comment-';

/** @returns the path of the field that has the focus; undefined if none has */
const focusedPath = (form: DocumentForm): string | undefined => {
  const id = document.activeElement?.closest(`[id^="${form.id}-"]`)?.id;
  return id === undefined ? undefined : toCommentPath(form.getValues(), id.slice(form.id.length + 1));
};

export const useComments = ({ form, saver, place, setPanel }: OpenDocument) => {
  const t = useCommentTexts();
  const may = useMay();
  useSavingState(saver);
  const hash = useLocation({ select: (location) => location.hash });
  const linked = place === 'page' && hash.startsWith(linkStart) ? hash.slice(linkStart.length) : undefined;
  const [path, setPath] = useState<string>();
  const [lastLinked, setLastLinked] = useState<string>();
  const open = (next: string | undefined) => {
    setPath(next);
    setPanel('comments');
  };
  const openAll = () => open(undefined);
  if (linked !== lastLinked) {
    setLastLinked(linked);
    if (linked !== undefined) openAll();
  }
  const isOffered = place === 'page' && may('update', form.type.uid) && saver.stored.exists();
  const { data: all = [] } = useQuery({ ...commentsQuery(form), enabled: isOffered });
  const threads = all.filter(({ parent, resolved }) => parent === null && resolved === null);
  const counts = new Map<string, number>();
  for (const { path: of } of threads) if (of !== null) counts.set(of, (counts.get(of) ?? 0) + 1);
  useShortcut('mod+alt+M', t('shortcut'), () => {
    if (isOffered) open(focusedPath(form));
  });
  const ofFields: FieldComments | undefined = isOffered ? { counts, open, Mark: CommentMark } : undefined;
  return {
    /** The field whose comments are shown; undefined: all. */
    path,
    openAll,
    /** A comment to show first, of a link. */
    linked,
    /** How many threads are open. */
    count: threads.length,
    /** For the fields of the form; undefined if the user may not comment, or there is no room for comments. */
    ofFields,
  };
};

export type Comments = ReturnType<typeof useComments>;
