// Says that there is nothing at this address.
import { Button } from '@mantine/core';
import { QuestionIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyState } from './EmptyState.tsx';
import { useDocumentTitle } from './useDocumentTitle.ts';

export const NotFound = () => {
  const t = useTranslations('common');
  useDocumentTitle(t('notFound'));
  return (
    <EmptyState
      order={1}
      Icon={QuestionIcon}
      title={t('notFound')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('home')}
        </Button>
      }
    />
  );
};
