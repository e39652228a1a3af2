// Where the user is logged in, and the way to end these sessions.
import { Badge, Button, Card, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { endSession, sessionsQuery, type UserSession } from '../api/account.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { dateFormats } from '../ui/dateFormats.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { useAction } from '../ui/useAction.ts';
import { AccountRow } from './AccountRow.tsx';

const SessionRow = ({ session }: { readonly session: UserSession }) => {
  const t = useTranslations('account');
  const format = useFormatter();
  const { mutate, isPending } = useAction({ run: () => endSession(session.id), changes: sessionsQuery.queryKey });
  const device = session.deviceName ?? t('unknownDevice');
  const lastActive = format.dateTime(new Date(session.lastActiveAt), dateFormats.datetime);
  const title = (
    <Group gap="xs">
      {device}
      {session.current ? <Badge variant="light">{t('thisDevice')}</Badge> : null}
    </Group>
  );
  return (
    <li>
      <AccountRow title={title} text={t('lastActive', { time: lastActive })}>
        {session.current ? null : (
          <Button
            variant="default"
            loading={isPending}
            aria-label={`${t('endSession')}: ${device}`}
            onClick={() => {
              mutate();
            }}
          >
            {t('endSession')}
          </Button>
        )}
      </AccountRow>
    </li>
  );
};

export const SessionsCard = () => {
  const t = useTranslations('account');
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('sessions')}
          </Title>
          <ConfirmButton
            variant="light"
            color="red"
            label={t('logoutAll')}
            title={t('logoutAll')}
            text={t('logoutAllText')}
            onConfirm={() => void navigate({ to: '/logout', state: { logout: 'all' } })}
          />
        </Group>
        {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          <Skeleton height={48} />
        ) : (
          <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
};
