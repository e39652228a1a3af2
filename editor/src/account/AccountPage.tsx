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
import { endSession, sessionsQuery, type UserSession } from '../api/account.ts';
import { useAgentTexts } from '../messages/useAgentTexts.ts';
import { AgentBadge } from '../ui/AgentBadge.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { dateFormats } from '../ui/dateFormats.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { useAction } from '../ui/useAction.ts';
import { TitledRow } from '../ui/TitledRow.tsx';

const SessionRow = ({ session }: { readonly session: UserSession }) => {
  const t = useTranslations('account');
  const agentTexts = useAgentTexts();
  const format = useFormatter();
  const end = useAction({ run: () => endSession(session.id), changes: sessionsQuery.queryKey });
  const { agent } = session;
  const name = agent?.name ?? session.deviceName ?? t('unknownDevice');
  const scopes = agent?.scopes.map((scope) => agentTexts(`scopes.${scope}`)) ?? [];
  const lastActive = format.dateTime(new Date(session.lastActiveAt), dateFormats.datetime);
  const title = (
    <Group gap="xs">
      {name}
      {agent === undefined ? null : <AgentBadge />}
      {session.current ? <Badge variant="light">{t('thisDevice')}</Badge> : null}
    </Group>
  );
  return (
    <li>
      <TitledRow title={title} text={[...scopes, t('lastActive', { time: lastActive })].join(' · ')}>
        {session.current ? null : (
          <ActionButton variant="default" aria-label={`${t('endSession')}: ${name}`} action={end}>
            {t('endSession')}
          </ActionButton>
        )}
      </TitledRow>
    </li>
  );
};

/** Where the user is logged in, also for agents, and the way to end these sessions. */
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
      </Stack>
    </Page>
  );
};
