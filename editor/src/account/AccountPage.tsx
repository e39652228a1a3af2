// The user's own account: how they log in, and where they are logged in.
import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { Page } from '../ui/Page.tsx';
import { useServerText } from '../ui/useServerText.ts';
import { FactorsCard } from './factors/FactorsCard.tsx';
import { LoginCard } from './LoginCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

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
