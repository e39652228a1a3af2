// Opens the history of a document beside its form: the state, and the action of the header.
import { HistoryIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { HeaderAction } from '../header/HeaderAction.tsx';
import type { Place } from '../LoaderProps.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useSavingState } from '../saving/useSavingState.ts';

export interface History {
  readonly isOpen: boolean;
  /** Undefined if the user may not see versions, or there is no room for them. */
  readonly toggle: (() => void) | undefined;
  readonly close: () => void;
}

/** @param onOpen called before it opens: only one thing is beside the form */
export const useHistory = ({ type, readOnly }: DocumentForm, place: Place, onOpen: () => void): History => {
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
  };
  const toggle = () => {
    if (!isOpen) onOpen();
    setIsOpen(!isOpen);
  };
  // A version has the draft, which not everybody may read.
  const isReadable = may('versions', type.uid) && !(readOnly && type.draftAndPublish);
  return { isOpen, close, toggle: place === 'page' && isReadable ? toggle : undefined };
};

/** @returns undefined for a document that has no history */
export const useHistoryAction = ({ isOpen, toggle }: History, saver: DocumentSaver): HeaderAction | undefined => {
  const t = useTranslations('document.history');
  useSavingState(saver);
  if (toggle === undefined || !saver.stored.exists()) return undefined;
  return { label: t('open'), itemLabel: t('title'), Icon: HistoryIcon, run: toggle, isOpen };
};
