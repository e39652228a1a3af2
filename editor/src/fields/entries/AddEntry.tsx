// Adds an entry: of the only component at once, of one of several after a choice. Also pastes a copied one.
import { Button, Group, Menu, Text } from '@mantine/core';
import { PasteIcon, PlusIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { labelOf } from '../../schema/labelOf.ts';
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

const categoryOf = (uid: string): string => uid.split('.')[0] ?? '';

export const AddEntry = ({ label, components, inZone, entries, full, onPaste }: Props) => {
  const t = useTranslations('form.entries');
  const { schema } = useForm();
  const copied = useCopied();
  const pastable = copied.filter(({ uid }) => components.includes(uid));
  if (full !== undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('full', { max: String(full) })}
      </Text>
    );
  const nameOf = (uid: string) => schema.components.get(uid)?.displayName ?? uid;
  const categories = [...new Set(components.map(categoryOf))];
  const [first = ''] = components;
  return (
    <Group gap="xs">
      {inZone ? (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button variant="light" size="sm" leftSection={<PlusIcon />}>
              {t('addTo', { name: label })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {categories.map((category) => (
              <div key={category}>
                {categories.length > 1 ? <Menu.Label>{labelOf(category)}</Menu.Label> : null}
                {components
                  .filter((uid) => categoryOf(uid) === category)
                  .map((uid) => (
                    <Menu.Item
                      key={uid}
                      onClick={() => {
                        entries.add(uid);
                      }}
                    >
                      {nameOf(uid)}
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
