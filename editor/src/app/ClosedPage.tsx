// The screen of a user whose role does not open the editor: who is logged in, why there is nothing, and the ways out.
import { Button, Group } from '@mantine/core';
import { LockIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { get } from '../api/client.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

export default function ClosedPage({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('app.closed');
  const common = useTranslations('common');
  const account = useTranslations('account');
  // Not every role may read its own user.
  const { data: user } = useQuery({
    queryKey: ['users/me'],
    queryFn: () => get<{ readonly username: string }>('/api/users/me'),
    retry: false,
  });
  return (
    <main>
      <EmptyState
        order={1}
        Icon={LockIcon}
        title={t('title')}
        text={
          <>
            {user === undefined ? null : <p>{t('user', { name: user.username })}</p>}
            <p>{t('text')}</p>
          </>
        }
        action={
          <Group>
            <Button variant="default" onClick={onRetry}>
              {common('retry')}
            </Button>
            <Button component={Link} to="/logout" state={{ logout: 'this' }}>
              {account('logout')}
            </Button>
          </Group>
        }
      />
    </main>
  );
}
