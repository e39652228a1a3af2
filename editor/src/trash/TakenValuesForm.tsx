// Asks for other values, where other documents have those of a deleted one now, and restores it with them.
import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { useLocaleName } from '../api/locales.ts';
import {
  restoreDocument,
  restoreFaultsOf,
  type RemovedAddress,
  type Restored,
  type RestoreFault,
} from '../api/trash.ts';
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { Attributes } from '../schema/types.ts';
import { FormButtons } from '../ui/FormButtons.tsx';
import { textProps } from '../ui/inputProps.ts';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useErrorText } from '../ui/useErrorText.ts';

interface Props {
  readonly address: RemovedAddress;
  readonly title: string | undefined;
  readonly attributes: Attributes;
  /** At least one. */
  readonly faults: readonly RestoreFault[];
  readonly onRestored: (restored: Restored) => void;
  readonly onCancel: () => void;
}

const nameOf = ({ path }: RestoreFault): string => path[0] ?? '';

const initialTexts = (faults: readonly RestoreFault[]): Readonly<Record<string, string>> =>
  Object.fromEntries(faults.map((fault) => [nameOf(fault), String(fault.value ?? '')]));

/** A number is one in the body, too. */
const valueOf = (attributes: Attributes, name: string, text: string): unknown => {
  const isNumber = ['integer', 'float', 'decimal'].includes(attributes[name]?.type ?? '');
  return isNumber && text.trim() !== '' ? Number(text) : text;
};

export const TakenValuesForm = ({ address, title, attributes, faults: first, onRestored, onCancel }: Props) => {
  const t = useTrashTexts();
  const format = useFormatter();
  const localeName = useLocaleName();
  const errorText = useErrorText();
  const [texts, setTexts] = useState(() => initialTexts(first));
  const [faults, setFaults] = useState<readonly RestoreFault[]>(first);
  const restore = useMutation({
    mutationFn: () => {
      const entries = Object.entries(texts);
      const values = Object.fromEntries(entries.map(([name, text]) => [name, valueOf(attributes, name, text)]));
      return restoreDocument(address, values);
    },
    onSuccess: onRestored,
    onError: (error) => {
      const found = restoreFaultsOf(error);
      setFaults(found);
      setTexts({ ...initialTexts(found), ...texts });
    },
  });
  const { error } = restore;
  const problem = error === null || restoreFaultsOf(error).length > 0 ? undefined : errorText(error);
  const faultOf = (name: string): string | undefined => {
    const own = faults.filter((fault) => nameOf(fault) === name);
    const locales = own.flatMap(({ locale }) => (locale === undefined ? [] : [localeName(locale)]));
    const invalid = own.find((fault) => fault.name !== 'ConflictError');
    if (own.length === 0) return undefined;
    if (invalid !== undefined) return invalid.message;
    return locales.length === 0 ? t('taken.fault') : t('taken.faultIn', { locales: format.list(locales) });
  };
  return (
    <SubmitForm error={problem} onSubmit={restore.mutate}>
      <Text size="sm">{title === undefined ? t('taken.textUntitled') : t('taken.text', { title })}</Text>
      {Object.entries(texts).map(([name, text], index) => (
        <TextInput
          key={name}
          label={attributeLabel(attributes, name)}
          error={faultOf(name)}
          dir="auto"
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          {...textProps(text, (value) => {
            setTexts({ ...texts, [name]: value });
            setFaults(faults.filter((fault) => nameOf(fault) !== name));
          })}
        />
      ))}
      <FormButtons submitLabel={t('restore')} isPending={restore.isPending} onCancel={onCancel} />
    </SubmitForm>
  );
};
