// Shows who else has the document open.
import { Avatar, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { leaveDocument, presenceQuery } from '../api/presence.ts';
import type { DocumentForm } from '../form/formStore.ts';
import type { DocumentSaver } from './saving/DocumentSaver.ts';
import { useSavingState } from './saving/useSavingState.ts';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const PresenceAvatars = ({ form, saver }: Props) => {
  const t = useTranslations('document');
  const { settings } = useEditor();
  useSavingState(saver);
  const { type, documentId, locale = null, readOnly } = form;
  const enabled = settings.presence && documentId !== undefined && saver.stored.exists() && !readOnly;
  const place = { uid: type.uid, documentId: documentId ?? '', locale };
  const { data: others = [] } = useQuery({ ...presenceQuery(place), enabled });
  useEffect(() => {
    if (!enabled) return;
    return () => {
      void leaveDocument({ uid: type.uid, documentId, locale });
    };
  }, [enabled, type.uid, documentId, locale]);
  return others.map(({ user: { documentId: id, username } }) => (
    <Tooltip key={id} label={t('alsoOpen', { name: username })}>
      <Avatar name={username} color="initials" size="sm" role="img" aria-label={t('alsoOpen', { name: username })} />
    </Tooltip>
  ));
};
