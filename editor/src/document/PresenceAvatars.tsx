// Shows who else has the document open.
import { Avatar, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { leaveDocument, presenceQuery } from '../api/presence.ts';
import { useDocument } from './useDocument.ts';

export const PresenceAvatars = () => {
  const t = useTranslations('document');
  const { settings } = useEditor();
  const { form, isStored } = useDocument();
  const { type, documentId = '', locale = null, readOnly } = form;
  const enabled = settings.presence && isStored && !readOnly;
  const { data: others = [] } = useQuery({ ...presenceQuery({ uid: type.uid, documentId, locale }), enabled });
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
