// A row of "My account": what there is, since when, and the buttons that change it.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './AccountRow.module.css';

interface Props {
  readonly title: ReactNode;
  readonly text?: string | undefined;
  /** The buttons. */
  readonly children?: ReactNode;
}

export const AccountRow = ({ title, text, children }: Props) => (
  <Group justify="space-between">
    <div className={classes.text}>
      <Text component="div" fw={500}>
        {title}
      </Text>
      {text === undefined ? null : (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
    </div>
    <Group gap="xs">{children}</Group>
  </Group>
);
