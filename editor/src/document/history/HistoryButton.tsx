// Opens the history of a document beside its form: a button, and on a phone an item of the menu.
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { HistoryIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
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

interface Props {
  readonly history: History;
  readonly saver: DocumentSaver;
}

export const HistoryButton = ({ history: { isOpen, toggle }, saver }: Props) => {
  const t = useTranslations('document.history');
  useSavingState(saver);
  if (toggle === undefined || !saver.stored.exists()) return null;
  return (
    <Tooltip label={t('open')}>
      <ActionIcon
        variant={isOpen ? 'light' : 'default'}
        size="lg"
        aria-label={t('open')}
        aria-pressed={isOpen}
        onClick={toggle}
      >
        <HistoryIcon />
      </ActionIcon>
    </Tooltip>
  );
};

export const HistoryItem = ({ history: { toggle }, saver }: Props) => {
  const t = useTranslations('document.history');
  useSavingState(saver);
  if (toggle === undefined || !saver.stored.exists()) return null;
  return (
    <Menu.Item leftSection={<HistoryIcon />} onClick={toggle}>
      {t('title')}
    </Menu.Item>
  );
};
