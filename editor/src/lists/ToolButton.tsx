// A button of the toolbar: an icon with words, or in narrow windows the icon alone.
import { ActionIcon, Button, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useList } from './useList.ts';

interface Props {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly icon: ReactNode;
  readonly label: string;
  /** Whether what it opens changes the list now. */
  readonly isActive?: boolean;
  readonly onClick?: () => void;
}

export const ToolButton = ({ icon, label, isActive = false, ...others }: Props) => {
  const { isNarrow } = useList();
  const variant = isActive ? 'light' : 'default';
  const props = { variant, 'aria-haspopup': 'dialog', ...others } as const;
  return isNarrow ? (
    <ActionIcon size="input-sm" aria-label={label} {...props}>
      {icon}
    </ActionIcon>
  ) : (
    <Button leftSection={icon} {...props}>
      <Text component="span" maw="18rem" truncate inherit>
        {label}
      </Text>
    </Button>
  );
};
