// Says that the editor cannot work at the address of the page: over plain http, browsers have no locks and keep no secure cookie.
import { LockIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../ui/EmptyState.tsx';

export const InsecurePage = () => {
  const t = useTranslations('app.insecure');
  return (
    <main>
      <EmptyState order={1} Icon={LockIcon} title={t('title')} text={t('text')} />
    </main>
  );
};
