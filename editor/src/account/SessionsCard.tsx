// Where the user is logged in, and the way to end these sessions.
import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { endSession, sessionsQuery, type UserSession } from '../api/account.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

const SessionRow = ({ session }: { readonly session: UserSession }) => {
  const t = useTranslations('account');
  const format = useFormatter();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession(session.id),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  const lastActive = format.dateTime(new Date(session.lastActiveAt), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Group justify="space-between" component="li" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500}>{session.deviceName ?? t('unknownDevice')}</Text>
          {session.current ? <Badge variant="light">{t('thisDevice')}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {t('lastActive', { time: lastActive })}
        </Text>
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          loading={isPending}
          onClick={() => {
            mutate();
          }}
        >
          {t('endSession')}
        </Button>
      )}
    </Group>
  );
};

export const SessionsCard = () => {
  const t = useTranslations('account');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const confirmAll = () =>
    modals.openConfirmModal({
      title: t('logoutAll'),
      children: <Text>{t('logoutAllText')}</Text>,
      labels: { confirm: t('logoutAll'), cancel: common('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void navigate({ to: '/logout', state: { logout: 'all' } }),
    });
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('sessions')}
          </Title>
          <Button variant="light" color="red" onClick={confirmAll}>
            {t('logoutAll')}
          </Button>
        </Group>
        {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          <Skeleton height={48} />
        ) : (
          <Stack component="ul" m={0} p={0}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
};
