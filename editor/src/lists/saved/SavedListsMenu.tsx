// Opens lists that were saved under a name, and saves the one that is shown.
import { ActionIcon, Box, Button, Divider, Group, NavLink, Popover, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BookmarkIcon, PencilIcon, PeopleIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { dataQuery } from '../../api/call.ts';
import { formatSort, writeListState } from '../listState.ts';
import { ToolButton } from '../ToolButton.tsx';
import { useList } from '../useList.ts';
import { sortedByName } from '../../ui/sortedByName.ts';
import type { ListView } from './SavedListDialog.tsx';

const SavedListDialog = lazy(() => import('./SavedListDialog.tsx'));

type Search = Readonly<Record<string, string>>;

const isSame = (one: Search, other: Search): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name]);

export const SavedListsMenu = () => {
  const { type, state, sort, choice } = useList();
  const t = useTranslations('lists.saved');
  const may = useMay();
  const [opened, { close, toggle, set }] = useDisclosure();
  const [dialog, setDialog] = useState<'new' | ListView>();
  const { data: views = [] } = useQuery({
    ...dataQuery('GET /api/editor/list-views', { query: { type: type.uid } }),
    select: sortedByName,
  });
  // A saved list has its columns and its order, whatever its readers and the view of the type choose.
  const columns = choice.columns.slice(1).map(({ name }) => name);
  const search = {
    ...writeListState({ ...state, columns }),
    ...(sort === undefined ? {} : { sort: formatSort(sort) }),
  };
  const current = views.find((view) => isSame(view.search, search));
  const mayEditRoles = may('updateRole', 'plugin::users-permissions.role');
  const openDialog = (next: 'new' | ListView) => {
    close();
    setDialog(next);
  };
  return (
    <>
      <Popover opened={opened} onChange={set} position="bottom-end" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <ToolButton
            icon={<BookmarkIcon />}
            label={current === undefined ? t('button') : t('active', { name: current.name })}
            isActive={current !== undefined}
            onClick={toggle}
          />
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('button')}>
          <Stack gap={4} w={280}>
            {views.length === 0 ? (
              <Text size="sm" c="dimmed" px="xs" py={4}>
                {t('none')}
              </Text>
            ) : (
              <ScrollArea.Autosize mah="min(24rem, 50vh)" type="auto">
                <Box component="ul" m={0} p={0} aria-label={t('button')}>
                  {views.map((view) => (
                    <Group component="li" key={view.id} gap={4} wrap="nowrap">
                      <NavLink
                        component={Link}
                        to="."
                        // The router's own type knows only routes that are written out.
                        search={view.search as never}
                        active={view === current}
                        label={<span dir="auto">{view.name}</span>}
                        rightSection={
                          view.roles.length > 0 ? <PeopleIcon size={14} aria-label={t('isShared')} /> : undefined
                        }
                        onClick={close}
                      />
                      {view.own || mayEditRoles ? (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('change', { name: view.name })}
                          onClick={() => openDialog(view)}
                        >
                          <PencilIcon />
                        </ActionIcon>
                      ) : null}
                    </Group>
                  ))}
                </Box>
              </ScrollArea.Autosize>
            )}
            <Divider />
            <Button variant="subtle" justify="flex-start" leftSection={<PlusIcon />} onClick={() => openDialog('new')}>
              {t('save')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {dialog === undefined ? null : (
        <Suspense>
          <SavedListDialog
            search={search}
            view={dialog === 'new' ? undefined : dialog}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  );
};
