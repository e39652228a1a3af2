// The part of an address that names the document: suggested from another attribute, and checked while it is typed.
import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { SyncIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../api/editor.ts';
import { isUidFree, suggestUid } from '../api/uids.ts';
import { useForm } from '../form/FormContext.tsx';
import type { DocumentForm } from '../form/formStore.ts';
import { findViolation } from '../form/rules.ts';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

const pauseMs = 400;

const textAt = (form: DocumentForm, path: string): string => {
  const value = form.getValue(path);
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * Fills the uid of a new document while its target is typed, until the user writes another one.
 *
 * @param target undefined: nothing is suggested
 */
const useSuggestion = (form: DocumentForm, name: string, target: string | undefined): void => {
  const last = useRef('');
  /** Whether a suggestion may fill the field: the document is not created yet, and the user wrote no uid. */
  const isAutomatic = () =>
    form.documentId === undefined && (form.getValue(name) ?? undefined) === form.getSuggested()[name];
  const suggest = useDebouncedCallback(async (from: string, text: string) => {
    // The next key asks again, and the API suggests one when it creates the document.
    const suggestion = await suggestUid(form.type, name, from, text, form.locale).catch(() => undefined);
    if (suggestion !== undefined && text === last.current && isAutomatic()) form.suggestValue(name, suggestion);
  }, pauseMs);
  const follow = useEffectEvent(() => {
    const now = target === undefined ? '' : textAt(form, target);
    if (target === undefined || now === last.current || !isAutomatic()) return;
    last.current = now;
    if (now === '') suggest.cancel();
    else suggest(target, now);
  });
  useEffect(() => {
    if (target === undefined || form.readOnly || form.documentId !== undefined) return undefined;
    // The target may have been typed before this field was loaded.
    follow();
    return form.subscribe(() => follow());
  }, [form, target]);
};

interface AvailabilityProps {
  readonly name: string;
  readonly value: string;
  readonly target: string | undefined;
  readonly onUse: (value: string) => void;
}

/** Tells whether another document has the uid. */
const Availability = ({ name, value, target, onUse }: AvailabilityProps) => {
  const t = useTranslations('form');
  const { type, locale, documentId } = useForm();
  const [checked] = useDebouncedValue(value, 300);
  const { data } = useQuery({
    queryKey: ['uid', type.uid, name, locale, documentId, checked],
    queryFn: async () => {
      if (await isUidFree(type, name, checked, documentId, locale)) return { isFree: true };
      if (target === undefined) return { isFree: false };
      const suggestion = await suggestUid(type, name, target, checked, locale).catch(() => undefined);
      return { isFree: false, suggestion };
    },
    enabled: checked === value,
    staleTime: 5_000,
    retry: false,
  });
  const { isFree, suggestion } = (checked === value ? data : undefined) ?? {};
  return (
    <Group gap="xs" role="status" mih={22}>
      {isFree === undefined ? null : (
        <Text size="xs" c={isFree ? 'dimmed' : 'red'}>
          {t(isFree ? 'uid.available' : 'rules.taken')}
        </Text>
      )}
      {suggestion === undefined ? null : (
        <Button variant="subtle" size="compact-xs" onClick={() => onUse(suggestion)}>
          {t('uid.use', { suggestion })}
        </Button>
      )}
    </Group>
  );
};

export default function UidField(props: FieldProps) {
  const { name, attribute, readOnly } = props;
  const form = useForm();
  const { value, setValue, change, inputProps } = useField<string>(props);
  const t = useTranslations('form.uid');
  const may = useMay();
  // The stored value is the document's own, so it is not checked.
  const [stored] = useState(value);
  const isOfList = form.type.kind === 'collectionType' && !name.includes('.');
  /** The attribute that uids are made from; undefined where the API suggests none. */
  const target =
    isOfList && attribute.private !== true && may('create', form.type.uid) ? attribute.targetField : undefined;
  useSuggestion(form, name, readOnly ? undefined : target);
  const suggest = async (from: string) => {
    const text = textAt(form, from);
    if (text === '') return;
    const before = value;
    const suggestion = await suggestUid(form.type, name, from, text, form.locale).catch(() => undefined);
    if (suggestion === undefined) return;
    // The API takes the document's own value for taken, and adds a number to it.
    const isOwn = suggestion.replace(/-\d+$/, '') === stored;
    const next = isOwn ? stored : suggestion;
    // The user may have written another one meanwhile.
    change((now) => (now === before ? next : (now ?? null)));
  };
  const isChecked =
    !readOnly &&
    isOfList &&
    typeof value === 'string' &&
    value !== stored &&
    findViolation(attribute, value) === undefined;
  return (
    <div>
      <TextInput
        {...inputProps}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={value ?? ''}
        onChange={({ currentTarget }) => setValue(currentTarget.value === '' ? null : currentTarget.value)}
        rightSection={
          target === undefined || readOnly ? null : (
            <Tooltip label={t('suggest')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('suggest')} onClick={() => void suggest(target)}>
                <SyncIcon />
              </ActionIcon>
            </Tooltip>
          )
        }
      />
      {isChecked ? <Availability name={name} value={value} target={target} onUse={setValue} /> : null}
    </div>
  );
}
