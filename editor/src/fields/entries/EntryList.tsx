// The entries of a repeatable component or of a dynamic zone.
import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useFieldState } from '../../form/useField.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { Sortable } from '../ordering/Sortable.tsx';
import { useOrdering } from '../ordering/useOrdering.ts';
import { AddEntry } from './AddEntry.tsx';
import { EntryItem } from './EntryItem.tsx';
import { useEntries, type ListedEntry } from './useEntries.ts';

interface Props extends FieldProps {
  /** The components that an entry can be of. */
  readonly components: readonly string[];
  readonly inZone: boolean;
}

export const EntryList = ({ components, inZone, ...props }: Props) => {
  const { name, attribute, label, readOnly } = props;
  const t = useTranslations('form.entries');
  const form = useForm();
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
  return (
    <FieldGroup
      {...wrapperProps}
      aside={
        listed.length > 1 ? (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              form.setOpen(keys, !areAllOpen);
            }}
          >
            {areAllOpen ? t('collapseAll') : t('expandAll')}
          </Button>
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
                  />
                ))}
              </Stack>
            )}
          </Sortable>
        )}
        {readOnly ? null : (
          <AddEntry label={label} components={components} inZone={inZone} entries={entries} full={full} />
        )}
      </Stack>
    </FieldGroup>
  );
};
