// A menu of what can be done with something, such as a row or a card.
import { ActionIcon, Menu } from '@mantine/core';
import { KebabHorizontalIcon, type Icon } from '@primer/octicons-react';
import { useConfirm } from './useConfirm.tsx';

interface MenuAction {
  readonly Icon: Icon;
  readonly label: string;
  /** Whether it loses something for good. */
  readonly isRed?: boolean;
  /** What to ask before. */
  readonly question?: { readonly title: string; readonly text: string };
  readonly run: () => void;
}

interface Props {
  readonly label: string;
  /** False: the user may not do it. */
  readonly actions: readonly (MenuAction | false)[];
}

export const ActionMenu = ({ label, actions }: Props) => {
  const confirm = useConfirm();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter((action) => action !== false)
          .map(({ Icon, label: name, isRed = false, question, run }) => (
            <Menu.Item
              key={name}
              {...(isRed ? { color: 'var(--mantine-color-error)' } : {})}
              leftSection={<Icon />}
              onClick={() => {
                if (question === undefined) run();
                else confirm({ ...question, confirm: name, onConfirm: run });
              }}
            >
              {name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
};
