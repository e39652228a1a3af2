// The button that leads from a list, or from the media library, to what was deleted there.
import { useTranslations } from 'use-intl';
import { ActionIcon, Button } from '@mantine/core';
import { TrashIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTrash } from '../api/useTrash.ts';

interface Props {
  readonly uid: string;
  /** Only the icon. */
  readonly isCompact?: boolean;
}

export const TrashLink = ({ uid, isCompact = false }: Props) => {
  const t = useTranslations('app');
  if (!useTrash().mayRestore(uid)) return null;
  const link = { component: Link, to: '/trash', search: { type: uid } as never } as const;
  return isCompact ? (
    <ActionIcon {...link} variant="default" size="input-sm" aria-label={t('trash')}>
      <TrashIcon />
    </ActionIcon>
  ) : (
    <Button {...link} variant="subtle" color="gray" leftSection={<TrashIcon />}>
      {t('trash')}
    </Button>
  );
};
