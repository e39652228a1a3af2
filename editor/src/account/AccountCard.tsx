// A card in the middle of the window, for the screens without a session.
import { Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import classes from './AccountFrame.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export const AccountCard = ({ title, children }: Props) => {
  useDocumentTitle(title);
  return (
    <Center component="main" className={classes.page}>
      <Paper withBorder shadow="sm" p="xl" radius="lg" className={classes.card}>
        <Stack>
          <Stack gap="xs" align="center">
            <Logo size={48} />
            <Title order={1} size="h3" ta="center">
              {title}
            </Title>
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
};
