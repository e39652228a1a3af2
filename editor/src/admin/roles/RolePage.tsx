// One role: its name, and what it may do.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { roleQuery } from '../../api/roles.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { RoleForm } from './RoleForm.tsx';

export const RolePage = () => {
  const { id } = useParams({ from: '/inside/administration/admin/roles/$id' });
  const { data, error, refetch } = useQuery({ ...roleQuery(id), staleTime: Infinity, refetchOnMount: 'always' });
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton height={400} m="xl" /> : <RoleForm key={data.id} id={id} role={data} />;
};
