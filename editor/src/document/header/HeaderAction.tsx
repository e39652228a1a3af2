// An action of the header of a form: a button beside the title, or an item of the menu where there is no room for it.
import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';

export interface HeaderAction {
  readonly label: string;
  /** In the menu, if it differs. */
  readonly itemLabel?: string;
  readonly Icon: Icon;
  readonly run: () => void;
  /** Of one that opens something beside the form: whether it is open. */
  readonly isOpen?: boolean;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  /** Shown at the icon, unless it is 0. */
  readonly count?: number;
}

interface Props {
  readonly action: HeaderAction;
}

export const ActionButton = ({ action: { label, Icon, run, isOpen, isDisabled = false, count = 0 } }: Props) => (
  <Tooltip label={label}>
    <Indicator label={count > 99 ? '99+' : count} size={16} offset={4} disabled={count === 0}>
      <ActionIcon
        variant={isOpen === true ? 'light' : 'default'}
        size="lg"
        aria-label={label}
        aria-pressed={isOpen}
        disabled={isDisabled}
        onClick={run}
      >
        <Icon />
      </ActionIcon>
    </Indicator>
  </Tooltip>
);

export const ActionItem = ({ action }: Props) => {
  const { label, itemLabel = label, Icon, run, isDisabled = false, isDangerous = false, count = 0 } = action;
  return (
    <Menu.Item
      {...(isDangerous ? { color: 'var(--mantine-color-error)' } : {})}
      leftSection={<Icon />}
      rightSection={count === 0 ? null : count}
      disabled={isDisabled}
      onClick={run}
    >
      {itemLabel}
    </Menu.Item>
  );
};
