// One entry of a list: its title, which opens it, and its fields.
import { Badge, Box, Checkbox, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { memo, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ComponentFields } from '../../form/AttributeFields.tsx';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import { fieldId } from '../../form/revealField.ts';
import { addWaiting, whenIdle } from '../../form/whenIdle.ts';
import { OrderHandle, useOrderedItem } from '../Sortable.tsx';
import classes from './EntryItem.module.css';
import { EntryMenu, type EntryAction } from './EntryMenu.tsx';
import type { ListedEntry } from './useEntries.ts';

/** What the list does with an entry. To copy or cut one of the selected entries is to copy or cut all of them. */
export type EntryActions = Readonly<Record<EntryAction | 'select', (entry: ListedEntry, index: number) => void>>;

interface Props {
  readonly list: string;
  readonly index: number;
  readonly entry: ListedEntry;
  readonly isLast: boolean;
  /** Whether the entries are of several components, so that each says which one it is. */
  readonly inZone: boolean;
  readonly isFull: boolean;
  readonly readOnly: boolean;
  /** Undefined: no entries are being selected. */
  readonly isSelected: boolean | undefined;
  readonly actions: EntryActions;
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
  readonly uid: string;
  readonly path: string;
  readonly labelledBy: string;
}

const EntryFields = ({ uid, path, readOnly, labelledBy }: FieldsProps) => {
  const [isReady, setIsReady] = useState(isAmongFirst);
  useEffect(() => {
    if (isReady) return undefined;
    const show = () => setIsReady(true);
    const ends = [whenIdle(show), addWaiting(labelledBy, show)];
    return () => {
      for (const end of ends) end();
    };
  }, [isReady, labelledBy]);
  return (
    <Box className={classes.body} role="group" aria-labelledby={labelledBy} aria-busy={!isReady}>
      {isReady ? <ComponentFields uid={uid} path={path} readOnly={readOnly} /> : null}
    </Box>
  );
};

export const EntryItem = memo((props: Props) => {
  const { list, index, entry, isLast, inZone, isFull, readOnly, isSelected, actions } = props;
  const t = useTranslations('form.entries');
  const form = useForm();
  const path = `${list}.${index}`;
  const component = form.schema.components.get(entry.uid);
  const isOpen = useFormState(form, (state) => state.isOpen(entry.key));
  const title = useFormState(form, ({ getValue }) =>
    component === undefined ? undefined : entryTitle(component, getValue(path)),
  );
  const faults = useFormState(
    form,
    (state) => [...state.getFaults().keys()].filter((at) => at.startsWith(`${path}.`)).length,
  );
  const { itemProps, handleProps } = useOrderedItem(entry.key, readOnly);
  const kind = component?.displayName ?? entry.uid;
  const name = title ?? `${kind} ${index + 1}`;
  const id = fieldId(form, path);
  const run = (action: keyof EntryActions) => () => actions[action](entry, index);
  const keys: readonly HotkeyItem[] = [
    ['mod+X', run('cut')],
    ['mod+V', run('pasteBelow')],
  ];
  const onKeyDown = getHotkeyHandler([['mod+C', run('copy')], ...(readOnly ? [] : keys)]);
  return (
    <Paper {...itemProps} withBorder role="listitem">
      <Group
        gap="xs"
        wrap="nowrap"
        px="xs"
        py={6}
        onKeyDown={(event) => {
          if (!isTextSelected()) onKeyDown(event);
        }}
      >
        {isSelected === undefined ? null : (
          <Checkbox size="xs" aria-label={t('select', { name })} checked={isSelected} onChange={run('select')} />
        )}
        {readOnly ? null : <OrderHandle {...handleProps} index={index} label={name} />}
        <UnstyledButton
          id={id}
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => form.setOpen([entry.key], !isOpen)}
        >
          {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon className={classes.closed ?? ''} />}
          {inZone ? (
            <Text component="span" size="sm" fw={600} flex="none">
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
        {readOnly ? null : <EntryMenu label={name} isFirst={index === 0} {...{ isLast, isFull, run }} />}
      </Group>
      {isOpen ? <EntryFields uid={entry.uid} path={path} readOnly={readOnly} labelledBy={id} /> : null}
    </Paper>
  );
});
EntryItem.displayName = 'EntryItem';
