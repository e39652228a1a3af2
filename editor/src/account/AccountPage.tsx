// The user's own account: how they log in, and where they are logged in.
import { Stack, Badge, Card, Group, Title } from '@mantine/core';
import { useTranslations, useFormatter } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEditor } from '../api/editor.ts';
import { Page } from '../ui/Page.tsx';
import { useServerText } from '../ui/useServerText.ts';
import { FactorsCard } from './factors/FactorsCard.tsx';
import { LoginCard } from './LoginCard.tsx';
import { call, dataQuery } from '../api/call.ts';
import { endSession, sessionsQuery, type UserSession } from '../api/account.ts';
import { useAgentTexts } from '../messages/useAgentTexts.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { dateFormats } from '../ui/dateFormats.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { useAction } from '../ui/useAction.ts';
import { TitledRow } from '../ui/TitledRow.tsx';

const SessionRow = ({ session }: { readonly session: UserSession }) => {
  const t = useTranslations('account');
  const format = useFormatter();
  const end = useAction({ run: () => endSession(session.id), changes: sessionsQuery.queryKey });
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
      <TitledRow title={title} text={t('lastActive', { time: lastActive })}>
        {session.current ? null : (
          <ActionButton variant="default" aria-label={`${t('endSession')}: ${device}`} action={end}>
            {t('endSession')}
          </ActionButton>
        )}
      </TitledRow>
    </li>
  );
};

/** Where the user is logged in, and the way to end these sessions. */
const SessionsCard = () => {
  const t = useTranslations('account');
  const navigate = useNavigate();
  const query = useQuery(sessionsQuery);
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('sessions')}
          </Title>
          <ConfirmButton
            label={t('logoutAll')}
            title={t('logoutAll')}
            text={t('logoutAllText')}
            action={{ isPending: false, mutate: () => void navigate({ to: '/logout', state: { logout: 'all' } }) }}
          />
        </Group>
        <Loaded query={query} height={48}>
          {(sessions) => (
            <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Card>
  );
};

/** The programs that the user has connected: nothing if there are none, and where nobody can connect one. */
const AgentsCard = () => {
  const t = useAgentTexts();
  const format = useFormatter();
  const timeOf = (at: string) => format.dateTime(new Date(at), dateFormats.datetime);
  const query = dataQuery('GET /api/agents/connections');
  const { data = [] } = useQuery(query);
  const end = useAction({
    run: ({ id }: (typeof data)[number]) => call('DELETE /api/agents/connections/{id}', { id }),
    changes: query.queryKey,
    message: ({ client: { name } }) => t('disconnected', { name }),
  });
  return data.length === 0 ? null : (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {t('connected')}
        </Title>
        {data.map((connection) => {
          const { id, client, scopes, createdAt, lastUsedAt } = connection;
          const title = t('disconnectNamed', { name: client.name });
          const times = t('times', { since: timeOf(createdAt), used: timeOf(lastUsedAt) });
          return (
            <TitledRow
              key={id}
              title={client.name}
              text={[...scopes.map((scope) => t(`scopes.${scope}`)), times].join(' · ')}
            >
              <ConfirmButton
                variant="default"
                {...{ label: t('disconnect'), title, 'aria-label': title, text: t('disconnectText') }}
                action={{ ...end, mutate: () => end.mutate(connection) }}
              />
            </TitledRow>
          );
        })}
      </Stack>
    </Card>
  );
};

export const AccountPage = () => {
  const t = useTranslations('account');
  const { user } = useEditor();
  const serverText = useServerText();
  return (
    <Page
      title={t('title')}
      description={[...new Set([user.username, user.email, user.role && serverText(user.role.name)])]
        .filter((text) => typeof text === 'string')
        .join(' · ')}
      width="sm"
    >
      <Stack gap="lg">
        <LoginCard />
        <FactorsCard />
        <SessionsCard />
        <AgentsCard />
      </Stack>
    </Page>
  );
};
