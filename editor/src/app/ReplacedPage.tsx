// Shown when another user has logged in, in another tab: this page belongs to the user before, and does not become theirs.
import { Button } from '@mantine/core';
import { PersonIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../ui/EmptyState.tsx';

export const ReplacedPage = () => {
  const t = useTranslations('app.replaced');
  return (
    <main>
      <EmptyState
        Icon={PersonIcon}
        order={1}
        title={t('title')}
        text={t('text')}
        action={
          <Button
            onClick={() => {
              location.reload();
            }}
          >
            {t('reload')}
          </Button>
        }
      />
    </main>
  );
};
