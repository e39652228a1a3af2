// What is said beside something more important.
import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends TextProps {
  readonly role?: 'status';
  readonly children?: ReactNode;
}

export const Hint = (props: Props) => <Text size="sm" c="dimmed" {...props} />;
