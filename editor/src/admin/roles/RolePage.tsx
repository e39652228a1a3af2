// One role: its name, and what it may do.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { roleQuery } from '../../api/roles.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { RoleForm } from './RoleForm.tsx';

export const RolePage = () => {
  const t = useTranslations('admin.roles');
  const { id } = useParams({ from: '/inside/administration/admin/roles/$id' });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...roleQuery(id),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  // The form does not follow later answers, so it begins with the newest one.
  if (error === null && data !== undefined && isFetchedAfterMount)
    return <RoleForm key={data.id} id={id} role={data} />;
  return (
    <Page title={t('title')}>
      {error === null ? <Skeleton height={400} /> : <ErrorMessage error={error} onRetry={() => void refetch()} />}
    </Page>
  );
};
