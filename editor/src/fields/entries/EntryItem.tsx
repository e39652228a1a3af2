// One entry of a list: its title, which opens it, and its fields.
import { Badge, Box, Checkbox, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { memo, useCallback, useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AttributeFields } from '../../form/AttributeFields.tsx';
import { fieldsOf } from './fieldsOf.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { fieldId } from '../../form/revealField.ts';
import { addWaiting } from '../../form/waitingFields.ts';
import { whenIdle } from '../../form/whenIdle.ts';
import type { Component } from '../../schema/types.ts';
import { OrderHandle, useOrderedItem } from '../ordering/OrderHandle.tsx';
import type { Ordering } from '../ordering/useOrdering.ts';
import classes from './EntryItem.module.css';
import { EntryMenu } from './EntryMenu.tsx';
import type { Entries, ListedEntry } from './useEntries.ts';

interface Props {
  readonly list: string;
  readonly index: number;
  readonly entry: ListedEntry;
  readonly entries: Entries;
  readonly ordering: Ordering;
  /** Whether the entries are of several components, so that each says which one it is. */
  readonly inZone: boolean;
  readonly isFull: boolean;
  readonly readOnly: boolean;
  /** Undefined: no entries are being selected. */
  readonly isSelected: boolean | undefined;
  readonly actions: EntryActions;
}

/** What the list does with an entry. */
export interface EntryActions {
  readonly select: (key: string) => void;
  /** The selected entries, or this one if it is not selected. */
  readonly copy: (key: string) => void;
  readonly cut: (key: string) => void;
  readonly pasteBelow: (index: number) => void;
  readonly duplicate: (index: number) => void;
}

/** Selected text is copied, and not the entry. */
const isTextSelected = (): boolean => getSelection()?.type === 'Range';

/** So many entries that open at once show their fields at once, and the others one by one while the page is idle. */
const maxAtOnce = 3;

let openedNow = 0;

/** @returns whether an entry that opens now is one of the first that do */
const isAmongFirst = (): boolean => {
  if (openedNow === 0)
    requestAnimationFrame(() => {
      openedNow = 0;
    });
  openedNow += 1;
  return openedNow <= maxAtOnce;
};

interface FieldsProps extends Pick<Props, 'readOnly'> {
  readonly component: Component | undefined;
  readonly path: string;
  readonly labelledBy: string;
}

const EntryFields = ({ component, path, readOnly, labelledBy }: FieldsProps) => {
  const [isReady, setIsReady] = useState(isAmongFirst);
  useEffect(() => {
    if (isReady) return undefined;
    const show = () => {
      setIsReady(true);
    };
    const ends = [whenIdle(show), addWaiting(labelledBy, show)];
    return () => {
      for (const end of ends) end();
    };
  }, [isReady, labelledBy]);
  return (
    <Box className={classes.body} role="group" aria-labelledby={labelledBy} aria-busy={!isReady}>
      {isReady ? <AttributeFields {...fieldsOf(component)} path={path} readOnly={readOnly} /> : null}
    </Box>
  );
};

export const EntryItem = memo((props: Props) => {
  const { list, index, entry, entries, ordering, inZone, isFull, readOnly, isSelected, actions } = props;
  const t = useTranslations('form.entries');
  const form = useForm();
  const path = `${list}.${index}`;
  const component = form.schema.components.get(entry.uid);
  const isOpen = useFormState(form, (state) => state.isOpen(entry.key));
  const title = useFormState(
    form,
    useCallback(
      (state: DocumentForm) => (component === undefined ? undefined : entryTitle(component, state.getValue(path))),
      [component, path],
    ),
  );
  const faults = useFormState(
    form,
    (state) => [...state.getFaults().keys()].filter((at) => at.startsWith(`${path}.`)).length,
  );
  const { itemProps, handleProps, isDragging } = useOrderedItem(entry.key, readOnly);
  const kind = component?.displayName ?? entry.uid;
  const name = title ?? `${kind} ${index + 1}`;
  const id = fieldId(form, path);
  const move = (places: -1 | 1) => {
    const { listed } = entries;
    entries.order(listed.toSpliced(index, 1).toSpliced(index + places, 0, entry));
  };
  const copy = () => {
    actions.copy(entry.key);
  };
  const cut = () => {
    actions.cut(entry.key);
  };
  const paste = () => {
    actions.pasteBelow(index);
  };
  const changes: Parameters<typeof getHotkeyHandler>[0] = readOnly
    ? []
    : [
        ['mod+X', cut],
        ['mod+V', paste],
      ];
  const handleKeys = getHotkeyHandler([['mod+C', copy], ...changes]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isTextSelected()) handleKeys(event);
  };
  return (
    <Paper {...itemProps} withBorder role="listitem" {...(isDragging ? { className: classes.dragged } : {})}>
      <Group gap="xs" wrap="nowrap" px="xs" py={6} onKeyDown={onKeyDown}>
        {isSelected === undefined ? null : (
          <Checkbox
            size="xs"
            aria-label={t('select', { name })}
            checked={isSelected}
            onChange={() => {
              actions.select(entry.key);
            }}
          />
        )}
        {readOnly ? null : <OrderHandle {...handleProps} ordering={ordering} index={index} label={name} />}
        <UnstyledButton
          id={id}
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => {
            form.setOpen([entry.key], !isOpen);
          }}
        >
          {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon className={classes.closed ?? ''} />}
          {inZone ? (
            <Text component="span" size="sm" fw={600} className={classes.kind}>
              {kind}
            </Text>
          ) : null}
          {inZone && title === undefined ? null : (
            <Text component="span" size="sm" truncate dir="auto" {...(inZone ? { c: 'dimmed' } : {})}>
              {name}
            </Text>
          )}
        </UnstyledButton>
        {faults === 0 ? null : (
          <Badge color="red" variant="light">
            {t('faults', { count: faults })}
          </Badge>
        )}
        {readOnly ? null : (
          <EntryMenu
            label={name}
            isFirst={index === 0}
            isLast={index === entries.listed.length - 1}
            isFull={isFull}
            onDuplicate={() => {
              actions.duplicate(index);
            }}
            onCopy={copy}
            onCut={cut}
            onPaste={paste}
            onMove={move}
            onRemove={() => {
              entries.remove([entry.key]);
            }}
          />
        )}
      </Group>
      {isOpen ? <EntryFields component={component} path={path} readOnly={readOnly} labelledBy={id} /> : null}
    </Paper>
  );
});
EntryItem.displayName = 'EntryItem';
