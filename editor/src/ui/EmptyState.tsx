// Says that there is nothing yet, and how to go on.
import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly Icon: Icon;
  readonly title: string;
  readonly text?: ReactNode;
  /** The button that leads on. */
  readonly action?: ReactNode;
  /** 1 for the only heading of a screen. */
  readonly order?: 1 | 2;
}

export const EmptyState = ({ Icon, title, text, action, order = 2 }: Props) => (
  <Stack align="center" ta="center" gap="sm" py={64} px="md">
    <ThemeIcon variant="light" size={56} radius="xl" aria-hidden>
      <Icon size={24} />
    </ThemeIcon>
    <Title order={order} size="h4">
      {title}
    </Title>
    {text === undefined ? null : (
      <Text c="dimmed" maw="28rem" component="div">
        {text}
      </Text>
    )}
    {action}
  </Stack>
);
