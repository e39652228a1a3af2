// The part of an address that names the document: suggested from another attribute, and checked while it is typed.
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { suggestUid } from '../../api/uids.ts';
import { useForm } from '../../form/FormContext.tsx';
import { findViolation } from '../../form/rules.ts';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { useMay } from '../../api/editor.ts';
import { Availability } from './Availability.tsx';
import { suggestionTarget, useSuggestion } from './useSuggestion.ts';

export default function UidField(props: FieldProps) {
  const { name, attribute, readOnly } = props;
  const form = useForm();
  const { value, setValue, change, inputProps } = useField<string>(props);
  const t = useTranslations('form.uid');
  const may = useMay();
  // The stored value is the document's own, so it is not checked.
  const [stored] = useState(value);
  const target = may('create', form.type.uid) ? suggestionTarget(form, name, attribute) : undefined;
  useSuggestion(form, name, readOnly ? undefined : target);
  const suggest = async (from: string) => {
    const text = form.getValue(from);
    if (typeof text !== 'string' || text.trim() === '') return;
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
    !name.includes('.') &&
    form.type.kind === 'collectionType' &&
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
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value === '' ? null : currentTarget.value);
        }}
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
