// The entries of a repeatable component or of a dynamic zone.
import { arrayMove, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CopyIcon, MoveToEndIcon } from '@primer/octicons-react';
import { use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldCommentsContext } from '../../form/comments.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useFieldState } from '../../form/useField.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { Sortable } from '../Sortable.tsx';
import { AddEntry } from './AddEntry.tsx';
import { copyToClipboard, getCopied } from './entryClipboard.ts';
import { EntryItem, type EntryActions } from './EntryItem.tsx';
import { useEntries, type ListedEntry } from './useEntries.ts';
import { usePaste } from './usePaste.ts';

const keyOf = ({ key }: ListedEntry): string => key;

export const EntryList = (props: FieldProps) => {
  const { name, attribute, label, readOnly } = props;
  const inZone = attribute.type === 'dynamiczone';
  const components = attribute.components ?? [attribute.component ?? ''];
  const t = useTranslations('form.entries');
  const form = useForm();
  const hasComments = use(FieldCommentsContext) !== undefined;
  const { wrapperProps } = useFieldState(props);
  const entries = useEntries(name, inZone ? undefined : components[0]);
  const { listed } = entries;
  const keys = listed.map(keyOf);
  const titleOf = ({ key, uid }: ListedEntry): string => {
    const component = form.schema.components.get(uid);
    const index = keys.indexOf(key);
    const title = component === undefined ? undefined : entryTitle(component, form.getValue(`${name}.${index}`));
    return title ?? component?.displayName ?? uid;
  };
  const areAllOpen = useFormState(form, (state) => keys.every((key) => state.isOpen(key)));
  const max = attribute.max === undefined ? Infinity : Number(attribute.max);
  const full = listed.length >= max ? max : undefined;
  const paste = usePaste({ label, components, room: Math.max(0, max - listed.length) });
  const [chosen, setSelected] = useState<readonly string[]>();
  // Another editor may have removed some.
  const selected = chosen?.filter((key) => keys.includes(key));
  const copyKeys = (copied: readonly string[], message: 'copied' | 'wasCut') => {
    copyToClipboard(form.schema, entries.read(copied));
    notifications.show({ message: t(message, { count: copied.length }) });
    setSelected(undefined);
  };
  const cutKeys = (cut: readonly string[]) => {
    copyKeys(cut, 'wasCut');
    entries.remove(cut);
  };
  const chosenWith = ({ key }: ListedEntry): readonly string[] => (selected?.includes(key) === true ? selected : [key]);
  const pasteAt = (index: number, copied = getCopied()) => {
    paste(copied, (made) => entries.insert(index, made));
  };
  const moveBy = (places: number) => (_: ListedEntry, index: number) =>
    entries.order(arrayMove([...listed], index, index + places));
  const actions: EntryActions = {
    select: ({ key }) =>
      setSelected((before = []) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key])),
    copy: (entry) => copyKeys(chosenWith(entry), 'copied'),
    cut: (entry) => cutKeys(chosenWith(entry)),
    pasteBelow: (_, index) => {
      if (getCopied().length > 0) pasteAt(index + 1);
    },
    duplicate: ({ key }, index) => pasteAt(index + 1, entries.read([key])),
    moveUp: moveBy(-1),
    moveDown: moveBy(1),
    remove: ({ key }) => entries.remove([key]),
  };
  const selectionButton = { variant: 'default', size: 'compact-sm', disabled: selected?.length === 0 } as const;
  return (
    <FieldGroup
      {...wrapperProps}
      aside={
        listed.length > 1 ? (
          // The mark of comments is at the end of the line.
          <Group gap={4} me={hasComments ? 40 : 0}>
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => setSelected(selected === undefined ? [] : undefined)}
            >
              {selected === undefined ? t('selectSome') : t('endSelection')}
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => form.setOpen(keys, !areAllOpen)}>
              {areAllOpen ? t('collapseAll') : t('expandAll')}
            </Button>
          </Group>
        ) : undefined
      }
    >
      <Stack gap="xs" mt="xs">
        {listed.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        ) : (
          <Sortable
            items={listed}
            keyOf={keyOf}
            labelOf={titleOf}
            strategy={verticalListSortingStrategy}
            onChange={entries.order}
          >
            {(listRef) => (
              <Stack gap="xs" role="list" ref={listRef}>
                {listed.map((entry, index) => (
                  <EntryItem
                    key={entry.key}
                    {...{ entry, index, inZone, readOnly, actions }}
                    list={name}
                    isLast={index === listed.length - 1}
                    isFull={full !== undefined}
                    isSelected={selected?.includes(entry.key)}
                  />
                ))}
              </Stack>
            )}
          </Sortable>
        )}
        {selected === undefined ? null : (
          <Group gap="xs" role="group" aria-label={t('selection')}>
            <Text size="sm" fw={600} aria-live="polite">
              {t('selected', { count: selected.length })}
            </Text>
            <Button {...selectionButton} leftSection={<CopyIcon />} onClick={() => copyKeys(selected, 'copied')}>
              {t('copy')}
            </Button>
            {readOnly ? null : (
              <Button {...selectionButton} leftSection={<MoveToEndIcon />} onClick={() => cutKeys(selected)}>
                {t('cut')}
              </Button>
            )}
          </Group>
        )}
        {readOnly ? null : (
          <AddEntry
            {...{ label, components, inZone, full }}
            onAdd={entries.add}
            onPaste={(copied) => pasteAt(listed.length, copied)}
          />
        )}
      </Stack>
    </FieldGroup>
  );
};
