// Chooses the columns of a list and their order.
import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, ColumnsIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { ToolButton } from './ToolButton.tsx';
import { useColumnLabel } from './useColumns.ts';
import { useList } from './useList.ts';

/** @returns the names with one of them moved by `by` places */
const moved = (names: readonly string[], name: string, by: number): readonly string[] => {
  const rest = names.filter((one) => one !== name);
  const place = names.indexOf(name) + by;
  return [...rest.slice(0, place), name, ...rest.slice(place)];
};

const moves = [
  { label: 'moveUp', by: -1, Icon: ArrowUpIcon },
  { label: 'moveDown', by: 1, Icon: ArrowDownIcon },
] as const;

export const ColumnsMenu = () => {
  const t = useTranslations('lists.columns');
  const labelOf = useColumnLabel();
  const { available, columns, choose } = useList().choice;
  const [title, ...others] = columns;
  const names = others.map(({ name }) => name);
  const hidden = available.filter((column) => column !== title && !others.includes(column));
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" withinPortal>
      <Popover.Target>
        <ToolButton icon={<ColumnsIcon />} label={t('button')} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <ScrollArea.Autosize mah="min(24rem, 60vh)" offsetScrollbars type="auto">
          <Stack gap={2} w={260}>
            {[...others, ...hidden].map((column, index) => {
              const { name } = column;
              const isVisible = index < names.length;
              return (
                <Group key={name} justify="space-between" wrap="nowrap" gap={4} mih={28}>
                  <Checkbox
                    size="xs"
                    checked={isVisible}
                    label={labelOf(column)}
                    onChange={() => choose(isVisible ? names.filter((one) => one !== name) : [...names, name])}
                  />
                  {isVisible ? (
                    <Group gap={2} wrap="nowrap">
                      {moves.map(({ label, by, Icon }) => (
                        <ActionIcon
                          key={label}
                          variant="subtle"
                          color="gray"
                          aria-label={t(label, { name: labelOf(column) })}
                          disabled={names[index + by] === undefined}
                          onClick={() => choose(moved(names, name, by))}
                        >
                          <Icon />
                        </ActionIcon>
                      ))}
                    </Group>
                  ) : null}
                </Group>
              );
            })}
          </Stack>
        </ScrollArea.Autosize>
        <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => choose(undefined)}>
          {t('reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
