// Asks the user whether a program may work for them: the page to which it sends the browser (OAuth's authorization endpoint).
import { Alert, Anchor, Button, Card, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call, dataQuery, type Body } from '../api/call.ts';
import { useEditor } from '../api/editor.ts';
import { useAgentTexts } from '../messages/useAgentTexts.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { useAction } from '../ui/useAction.ts';

export const AuthorizePage = () => {
  const t = useAgentTexts();
  const others = useTranslations();
  const { username } = useEditor().user;
  const search: Readonly<Record<string, string>> = useSearch({ strict: false });
  const query = useQuery({ ...dataQuery('GET /api/agents/authorization', { query: search }), staleTime: Infinity });
  const { client, scopes = [] } = query.data ?? {};
  const [chosen, setChosen] = useState<readonly string[]>();
  const allowed = scopes.flatMap(({ name, requested, possible }) =>
    (chosen?.includes(name) ?? (requested && possible && name !== 'publish')) ? [name] : [],
  );
  const answer = useAction({
    run: (body: Omit<Body<'POST /api/agents/authorization'>, 'request'>) =>
      call('POST /api/agents/authorization', { body: { request: new URLSearchParams(search).toString(), ...body } }),
    onSuccess: ({ data: { redirect } }) => location.assign(redirect),
  });
  const content = ({ client: { url }, redirectHost, isLocal }: NonNullable<typeof query.data>) => (
    <Card withBorder padding="lg">
      <Stack fz="sm">
        <Alert color={url === null ? 'yellow' : 'blue'}>
          {url === null ? t('unverified') : t('verified', { host: new URL(url).host })}
        </Alert>
        <span>{isLocal ? t('local') : t('remote', { host: redirectHost })}</span>
        {/* Nothing can be written that cannot be read. */}
        {allowed.includes('read') ? <span>{t('reads')}</span> : null}
        <Checkbox.Group label={t('may')} value={allowed} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {scopes.map(({ name, possible }) =>
              name === 'read' ? null : (
                <Checkbox
                  key={name}
                  value={name}
                  disabled={!possible}
                  label={t(`scopes.${name}`)}
                  description={t(`hints.${possible ? name : 'impossible'}`)}
                />
              ),
            )}
          </Stack>
        </Checkbox.Group>
        <span>{t('mayNot', { account: others('account.title') })}</span>
        <Group justify="flex-end">
          <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate({ deny: true })}>
            {others('common.cancel')}
          </Button>
          <Button
            disabled={allowed.length === 0}
            loading={answer.isPending}
            onClick={() => answer.mutate({ scopes: allowed })}
          >
            {t('allow')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
  return (
    <Page title={t('connect', { name: client?.name ?? '…' })} description={username} width="sm">
      {answer.data === undefined ? (
        <Loaded query={query} height={320}>
          {content}
        </Loaded>
      ) : (
        // An address that another program opens leaves this page where it is.
        <Alert color="green" role="status">
          {t.rich('leaving', { link: (text) => <Anchor href={answer.data.data.redirect}>{text}</Anchor> })}
        </Alert>
      )}
    </Page>
  );
};
