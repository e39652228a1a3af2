// Adds an entry: of the only component at once, of one of several after a choice in a menu, or in a dialog if there are many.
// Also pastes a copied one.
import { Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PasteIcon, PlusIcon } from '@primer/octicons-react';
import { Fragment, lazy, Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { componentGroups } from '../../schema/componentGroups.ts';
import { useCopied } from './entryClipboard.ts';
import type { CopiedEntry } from './usePaste.ts';

interface Props {
  readonly label: string;
  readonly components: readonly string[];
  readonly inZone: boolean;
  /** The greatest number of entries, once it is reached. */
  readonly full: number | undefined;
  readonly onAdd: (uid: string) => void;
  readonly onPaste: (entries: readonly CopiedEntry[]) => void;
}

const ComponentPicker = lazy(() => import('./ComponentPicker.tsx'));

/** A menu of more needs a search. */
const mostInMenu = 6;

export const AddEntry = ({ label, components, inZone, full, onAdd, onPaste }: Props) => {
  const t = useTranslations('form.entries');
  const { schema } = useForm();
  const copied = useCopied();
  const pastable = copied.filter(({ uid }) => components.includes(uid));
  const [isPicking, picking] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  if (full !== undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('full', { max: String(full) })}
      </Text>
    );
  const [first = ''] = components;
  const groups = componentGroups(schema, components);
  const hasPicker =
    inZone &&
    (components.length > mostInMenu || components.some((uid) => schema.components.get(uid)?.preview !== undefined));
  const common = { variant: 'light', size: 'sm', leftSection: <PlusIcon />, children: t('addTo', { name: label }) };
  return (
    <Group gap="xs">
      {hasPicker ? <Button {...common} ref={button} aria-haspopup="dialog" onClick={picking.open} /> : null}
      {isPicking ? (
        <Suspense>
          <ComponentPicker
            title={t('addTo', { name: label })}
            groups={groups}
            onPick={(uid) => {
              picking.close();
              onAdd(uid);
            }}
            onClose={() => {
              picking.close();
              // After a choice the focus goes to the new entry instead.
              button.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
      {inZone && !hasPicker ? (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button {...common} />
          </Menu.Target>
          <Menu.Dropdown>
            {groups.map(({ label: category, components: members }) => (
              <Fragment key={category}>
                {groups.length > 1 ? <Menu.Label>{category}</Menu.Label> : null}
                {members.map(({ uid, displayName }) => (
                  <Menu.Item key={uid} onClick={() => onAdd(uid)}>
                    {displayName}
                  </Menu.Item>
                ))}
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {inZone ? null : <Button {...common} onClick={() => onAdd(first)} />}
      {pastable.length === 0 ? null : (
        <Button variant="subtle" size="sm" leftSection={<PasteIcon />} onClick={() => onPaste(copied)}>
          {pastable.length === 1
            ? t('paste', { name: schema.components.get(pastable[0]?.uid ?? '')?.displayName ?? '' })
            : t('pasteSeveral', { count: pastable.length })}
        </Button>
      )}
    </Group>
  );
};
