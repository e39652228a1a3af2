// Opens the comments on a document beside its form: the state, and the action of the header.
import { CommentDiscussionIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { commentsQuery } from '../../api/comments.ts';
import type { DocumentAddress } from '../../api/document.ts';
import { useMay } from '../../api/editor.ts';
import { toCommentPath, type FieldComments } from '../../form/comments.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { HeaderAction } from '../header/HeaderAction.tsx';
import type { Place } from '../LoaderProps.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useSavingState } from '../saving/useSavingState.ts';
import { CommentMark } from './CommentMark.tsx';

/** In the fragment of links to a comment; no attribute has such a name. */
const linkStart = 'comment-';

export interface Comments {
  readonly isOpen: boolean;
  /** Undefined if the user may not comment, or there is no room for comments. */
  readonly toggle: (() => void) | undefined;
  readonly close: () => void;
  /** The field whose comments are shown; undefined: all. */
  readonly path: string | undefined;
  /** @param path undefined: those on all fields */
  readonly open: (path: string | undefined) => void;
  /** A comment to show first, of a link. */
  readonly linked: string | undefined;
  readonly address: DocumentAddress;
  /** How many threads are open. */
  readonly count: number;
  /** For the fields of the form; undefined as `toggle`. */
  readonly ofFields: FieldComments | undefined;
}

/** @returns the path of the field that has the focus; undefined if none has */
const focusedPath = (form: DocumentForm): string | undefined => {
  const id = document.activeElement?.closest(`[id^="${form.id}-"]`)?.id;
  return id === undefined ? undefined : toCommentPath(form.getValues(), id.slice(form.id.length + 1));
};

/** @param onOpen called before they open: only one thing is beside the form */
export const useComments = (
  form: DocumentForm,
  saver: DocumentSaver,
  address: DocumentAddress,
  place: Place,
  onOpen: () => void,
): Comments => {
  const t = useCommentTexts();
  const may = useMay();
  useSavingState(saver);
  const hash = useLocation({ select: (location) => location.hash });
  const linked = place === 'page' && hash.startsWith(linkStart) ? hash.slice(linkStart.length) : undefined;
  const [state, setState] = useState({ isOpen: linked !== undefined, path: undefined as string | undefined });
  const [lastLinked, setLastLinked] = useState(linked);
  if (linked !== lastLinked) {
    setLastLinked(linked);
    if (linked !== undefined) setState({ isOpen: true, path: undefined });
  }
  const isOffered =
    place === 'page' && may('update', address.type.uid) && saver.stored.exists() && form.documentId !== undefined;
  // A document that was new has an address without its documentId.
  const stored: DocumentAddress = { ...address, documentId: form.documentId };
  const { data: all } = useQuery({ ...commentsQuery(stored), enabled: isOffered });
  const open = (path: string | undefined) => {
    if (!state.isOpen) onOpen();
    setState({ isOpen: true, path });
  };
  const close = () => {
    setState({ isOpen: false, path: undefined });
  };
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { path, parent, resolved } of all ?? [])
      if (path !== null && parent === null && resolved === null) found.set(path, (found.get(path) ?? 0) + 1);
    return found;
  }, [all]);
  useShortcut('mod+alt+M', t('shortcut'), () => {
    if (isOffered) open(focusedPath(form));
  });
  return {
    ...{ ...state, open, close, linked, address: stored },
    isOpen: state.isOpen && isOffered,
    toggle: isOffered
      ? () => {
          if (state.isOpen) close();
          else open(undefined);
        }
      : undefined,
    count: (all ?? []).filter(({ parent, resolved }) => parent === null && resolved === null).length,
    ofFields: isOffered ? { counts, open, Mark: CommentMark } : undefined,
  };
};

export const useCommentsAction = ({ isOpen, toggle, count }: Comments): HeaderAction | undefined => {
  const t = useCommentTexts();
  if (toggle === undefined) return undefined;
  return {
    ...{ label: t('open', { count }), itemLabel: t('title'), Icon: CommentDiscussionIcon },
    ...{ run: toggle, isOpen, count },
  };
};
