// Adds an entry: of the only component at once, of one of several after a choice in a menu, or in a dialog if there are many.
// Also pastes a copied one.
import { Button, Group, Menu, Text } from '@mantine/core';
import { PasteIcon, PlusIcon } from '@primer/octicons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { componentGroups } from '../../schema/componentGroups.ts';
import { useCopied } from './entryClipboard.ts';
import type { CopiedEntry } from './preparePaste.ts';
import type { Entries } from './useEntries.ts';

interface Props {
  readonly label: string;
  readonly components: readonly string[];
  readonly inZone: boolean;
  readonly entries: Entries;
  /** The greatest number of entries, once it is reached. */
  readonly full: number | undefined;
  readonly onPaste: (entries: readonly CopiedEntry[]) => void;
}

const ComponentPicker = lazy(() => import('./ComponentPicker.tsx'));

/** A menu of more needs a search. */
const mostInMenu = 6;

export const AddEntry = ({ label, components, inZone, entries, full, onPaste }: Props) => {
  const t = useTranslations('form.entries');
  const { schema } = useForm();
  const copied = useCopied();
  const pastable = copied.filter(({ uid }) => components.includes(uid));
  const [isPicking, setPicking] = useState(false);
  const pickerButton = useRef<HTMLButtonElement>(null);
  if (full !== undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('full', { max: String(full) })}
      </Text>
    );
  const nameOf = (uid: string) => schema.components.get(uid)?.displayName ?? uid;
  const [first = ''] = components;
  const groups = componentGroups(schema, components);
  const needsPicker =
    components.length > mostInMenu || components.some((uid) => schema.components.get(uid)?.preview !== undefined);
  return (
    <Group gap="xs">
      {inZone && needsPicker ? (
        <>
          <Button
            ref={pickerButton}
            variant="light"
            size="sm"
            leftSection={<PlusIcon />}
            aria-haspopup="dialog"
            onClick={() => {
              setPicking(true);
            }}
          >
            {t('addTo', { name: label })}
          </Button>
          {isPicking ? (
            <Suspense>
              <ComponentPicker
                title={t('addTo', { name: label })}
                groups={groups}
                onPick={(uid) => {
                  setPicking(false);
                  entries.add(uid);
                }}
                onClose={() => {
                  setPicking(false);
                  // After a choice the focus goes to the new entry instead.
                  pickerButton.current?.focus();
                }}
              />
            </Suspense>
          ) : null}
        </>
      ) : inZone ? (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button variant="light" size="sm" leftSection={<PlusIcon />}>
              {t('addTo', { name: label })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {groups.map(({ label: category, components: members }) => (
              <div key={category}>
                {groups.length > 1 ? <Menu.Label>{category}</Menu.Label> : null}
                {members.map(({ uid, displayName }) => (
                  <Menu.Item
                    key={uid}
                    onClick={() => {
                      entries.add(uid);
                    }}
                  >
                    {displayName}
                  </Menu.Item>
                ))}
              </div>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button
          variant="light"
          size="sm"
          leftSection={<PlusIcon />}
          onClick={() => {
            entries.add(first);
          }}
        >
          {t('addTo', { name: label })}
        </Button>
      )}
      {pastable.length === 0 ? null : (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<PasteIcon />}
          onClick={() => {
            onPaste(copied);
          }}
        >
          {pastable.length === 1
            ? t('paste', { name: nameOf(pastable[0]?.uid ?? '') })
            : t('pasteSeveral', { count: pastable.length })}
        </Button>
      )}
    </Group>
  );
};
