// A row that says what there is, with the buttons that change it beside it, or below it where there is no room.
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './Hint.tsx';

interface Props {
  readonly title: ReactNode;
  readonly text?: string | undefined;
  /** The buttons. A name of one long word breaks beside them. */
  readonly children?: ReactNode;
}

export const TitledRow = ({ title, text, children }: Props) => (
  <Group justify="space-between">
    <Box flex="1 1 14rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Text component="div" fw={500}>
        {title}
      </Text>
      {text === undefined || text === '' ? null : <Hint>{text}</Hint>}
    </Box>
    <Group gap="xs">{children}</Group>
  </Group>
);
