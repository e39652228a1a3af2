// The components that only the other locale has, below those of the form.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { findMissing, type Beside } from '../../form/beside.ts';
import { newEntryKey } from '../../form/entries.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import { makeEntryNew } from '../../form/makeNew.ts';
import type { Entry, FormValues } from '../../form/types.ts';
import type { Attribute } from '../../schema/types.ts';
import classes from './Pair.module.css';

interface CopyProps extends Pick<Beside, 'localeName'> {
  readonly name: string;
  readonly onCopy: () => void;
}

export const CopyButton = ({ name, localeName, onCopy }: CopyProps) => {
  const t = useTranslations('form.beside');
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={t('copyNamed', { name, locale: localeName })}
      onClick={onCopy}
    >
      {useTranslations('common')('copy')}
    </Button>
  );
};

interface Props extends Pick<Beside, 'localeName'> {
  readonly name: string;
  readonly attribute: Attribute;
  readonly readOnly: boolean;
  /** What the other locale has: a component, or a list of them. */
  readonly source: unknown;
}

export const MissingEntries = ({ name, attribute, readOnly, source, localeName }: Props) => {
  const t = useTranslations('form.beside');
  const form = useForm();
  const isList = Array.isArray(source);
  // As a text, because a list would be another one at each key.
  const missing = useFormState(form, ({ getValue }) => {
    const value = getValue(name);
    if (isList) return findMissing(value, source).join(' ');
    return isObject(source) && !isObject(value) ? '0' : '';
  });
  if (missing === '') return null;
  const copy = (index: number, uid: string, original: FormValues) => {
    const { values } = makeEntryNew(form.schema, uid, original);
    if (!isList) {
      form.setValue(name, values);
      return;
    }
    const entry = {
      ...values,
      __key: newEntryKey(),
      ...(attribute.type === 'dynamiczone' ? { __component: uid } : {}),
    };
    const before = (form.getValue(name) ?? []) as readonly Entry[];
    form.setValue(name, before.toSpliced(index, 0, entry));
    form.setOpen([entry.__key], true);
  };
  return (
    <Stack gap="xs" mt="xs" role="group" aria-label={t('missing', { locale: localeName })}>
      <Text size="xs" c="dimmed">
        {t('missing', { locale: localeName })}
      </Text>
      {missing
        .split(' ')
        .map(Number)
        .map((index, place) => {
          const original = (isList ? source[index] : source) as FormValues;
          const uid = attribute.component ?? String(original.__component);
          const component = form.schema.components.get(uid);
          const kind = component?.displayName ?? uid;
          const title = (component === undefined ? undefined : entryTitle(component, original)) ?? kind;
          return (
            <Group key={place} className={classes.value ?? ''} justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm" truncate>
                {title === kind ? kind : `${kind}: ${title}`}
              </Text>
              {/* In their order, so that each gets the place of its original. */}
              {readOnly || place > 0 ? null : (
                <CopyButton {...{ localeName }} name={title} onCopy={() => copy(index, uid, original)} />
              )}
            </Group>
          );
        })}
    </Stack>
  );
};
