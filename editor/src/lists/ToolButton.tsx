// A button of the toolbar: an icon with words, or in narrow windows the icon alone.
import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './lists.module.css';

interface Props {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly icon: ReactNode;
  readonly label: string;
  readonly isCompact: boolean;
  /** Whether what it opens changes the list now. */
  readonly isActive?: boolean;
  readonly onClick?: () => void;
}

export const ToolButton = ({ icon, label, isCompact, isActive = false, ...others }: Props) => {
  const variant = isActive ? 'light' : 'default';
  const props = { variant, 'aria-haspopup': 'dialog', ...others } as const;
  return isCompact ? (
    <ActionIcon size="input-sm" aria-label={label} {...props}>
      {icon}
    </ActionIcon>
  ) : (
    <Button leftSection={icon} {...props}>
      <span className={classes.toolLabel}>{label}</span>
    </Button>
  );
};
