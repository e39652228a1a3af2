// The entries of a repeatable component or of a dynamic zone.
import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldCommentsContext } from '../../form/comments.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useFieldState } from '../../form/useField.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { Sortable } from '../ordering/Sortable.tsx';
import { useOrdering } from '../ordering/useOrdering.ts';
import { AddEntry } from './AddEntry.tsx';
import { copyToClipboard, getCopied } from './entryClipboard.ts';
import { EntryItem, type EntryActions } from './EntryItem.tsx';
import { SelectedEntries } from './SelectedEntries.tsx';
import { useEntries, type ListedEntry } from './useEntries.ts';
import { usePaste } from './usePaste.ts';

interface Props extends FieldProps {
  /** The components that an entry can be of. */
  readonly components: readonly string[];
  readonly inZone: boolean;
}

export const EntryList = ({ components, inZone, ...props }: Props) => {
  const { name, attribute, label, readOnly } = props;
  const t = useTranslations('form.entries');
  const form = useForm();
  const hasComments = use(FieldCommentsContext) !== undefined;
  const { wrapperProps } = useFieldState(props);
  const entries = useEntries(name, inZone ? undefined : components[0]);
  const { listed } = entries;
  const titleOf = ({ key, uid }: ListedEntry): string => {
    const component = form.schema.components.get(uid);
    const index = listed.findIndex((entry) => entry.key === key);
    const title = component === undefined ? undefined : entryTitle(component, form.getValue(`${name}.${index}`));
    return title ?? component?.displayName ?? uid;
  };
  const ordering = useOrdering(listed, ({ key }) => key, titleOf, entries.order);
  const keys = listed.map(({ key }) => key);
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
  const chosenWith = (key: string): readonly string[] => (selected?.includes(key) === true ? selected : [key]);
  const pasteAt = (index: number, copied = getCopied()) => {
    paste(copied, (made) => {
      entries.insert(index, made);
    });
  };
  const actions: EntryActions = {
    select: (key) => {
      setSelected((before = []) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]));
    },
    copy: (key) => {
      copyKeys(chosenWith(key), 'copied');
    },
    cut: (key) => {
      cutKeys(chosenWith(key));
    },
    pasteBelow: (index) => {
      if (getCopied().length > 0) pasteAt(index + 1);
    },
    duplicate: (index) => {
      pasteAt(index + 1, entries.read([listed[index]?.key ?? '']));
    },
  };
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
              onClick={() => {
                setSelected(selected === undefined ? [] : undefined);
              }}
            >
              {selected === undefined ? t('selectSome') : t('endSelection')}
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                form.setOpen(keys, !areAllOpen);
              }}
            >
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
          <Sortable ordering={ordering} keys={keys} strategy={verticalListSortingStrategy}>
            {() => (
              <Stack gap="xs" role="list" ref={ordering.listRef}>
                {listed.map((entry, index) => (
                  <EntryItem
                    key={entry.key}
                    list={name}
                    index={index}
                    entry={entry}
                    entries={entries}
                    ordering={ordering}
                    inZone={inZone}
                    isFull={full !== undefined}
                    readOnly={readOnly}
                    isSelected={selected?.includes(entry.key)}
                    actions={actions}
                  />
                ))}
              </Stack>
            )}
          </Sortable>
        )}
        {selected === undefined ? null : (
          <SelectedEntries
            count={selected.length}
            onCopy={() => {
              copyKeys(selected, 'copied');
            }}
            {...(readOnly
              ? {}
              : {
                  onCut: () => {
                    cutKeys(selected);
                  },
                })}
          />
        )}
        {readOnly ? null : (
          <AddEntry
            {...{ label, components, inZone, entries, full }}
            onPaste={(copied) => {
              pasteAt(listed.length, copied);
            }}
          />
        )}
      </Stack>
    </FieldGroup>
  );
};
