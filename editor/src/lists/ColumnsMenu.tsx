// Chooses the columns of a list and their order.
import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, ColumnsIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { ToolButton } from './ToolButton.tsx';
import { type ColumnChoice, useColumnLabel } from './useColumns.ts';

/** @returns the names with one of them moved by `by` places */
const moved = (names: readonly string[], name: string, by: number): readonly string[] => {
  const rest = names.filter((one) => one !== name);
  const place = names.indexOf(name) + by;
  return [...rest.slice(0, place), name, ...rest.slice(place)];
};

interface Props {
  readonly choice: ColumnChoice;
  readonly isCompact: boolean;
}

export const ColumnsMenu = ({ choice, isCompact }: Props) => {
  const t = useTranslations('lists.columns');
  const labelOf = useColumnLabel();
  const { available, columns, choose } = choice;
  const [title, ...others] = columns;
  const names = others.map(({ name }) => name);
  const hidden = available.filter((column) => column !== title && !others.includes(column));
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" withinPortal>
      <Popover.Target>
        <ToolButton icon={<ColumnsIcon />} label={t('button')} isCompact={isCompact} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <ScrollArea.Autosize mah="min(24rem, 60vh)" offsetScrollbars type="auto">
          <Stack gap={2} w={260}>
            {others.map((column, index) => {
              const { name } = column;
              return (
                <Group key={name} justify="space-between" wrap="nowrap" gap={4} mih={28}>
                  <Checkbox
                    size="xs"
                    checked
                    label={labelOf(column)}
                    onChange={() => {
                      choose(names.filter((one) => one !== name));
                    }}
                  />
                  <Group gap={2} wrap="nowrap">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('moveUp', { name: labelOf(column) })}
                      disabled={index === 0}
                      onClick={() => {
                        choose(moved(names, name, -1));
                      }}
                    >
                      <ArrowUpIcon />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('moveDown', { name: labelOf(column) })}
                      disabled={index === names.length - 1}
                      onClick={() => {
                        choose(moved(names, name, 1));
                      }}
                    >
                      <ArrowDownIcon />
                    </ActionIcon>
                  </Group>
                </Group>
              );
            })}
            {hidden.map((column) => (
              <Group key={column.name} mih={28}>
                <Checkbox
                  size="xs"
                  checked={false}
                  label={labelOf(column)}
                  onChange={() => {
                    choose([...names, column.name]);
                  }}
                />
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Button
          mt="sm"
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            choose(undefined);
          }}
        >
          {t('reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
