// A button of a toolbar: an icon, its name, and whether what it does is on.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatKeys } from './KeyHint.tsx';

interface Props {
  readonly label: string;
  /** Such as `mod+B`. */
  readonly keys?: string;
  /** Undefined: it does something once. */
  readonly isOn?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export const ToolbarButton = ({ label, keys, isOn, disabled, onClick, children }: Props) => (
  <Tooltip label={keys === undefined ? label : `${label} (${formatKeys(keys)})`} openDelay={400}>
    <ActionIcon
      variant={isOn === true ? 'light' : 'subtle'}
      {...(isOn === true ? {} : { color: 'gray' })}
      aria-label={label}
      aria-pressed={isOn}
      disabled={disabled === true}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
