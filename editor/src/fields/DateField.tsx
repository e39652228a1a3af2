// Dates, times of day, and instants in the user's time zone, in the browser's own inputs.
import { Text, TextInput } from '@mantine/core';
import { useLocale, useTranslations } from 'use-intl';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { fromInputTime, fromLocalDateTime, timeZoneAt, toInputTime, toLocalDateTime } from './inputTexts.ts';

interface Kind {
  readonly input: 'date' | 'time' | 'datetime-local';
  readonly toInput: (value: string | null | undefined) => string;
  readonly fromInput: (text: string) => string | null;
}

const instant: Kind = { input: 'datetime-local', toInput: toLocalDateTime, fromInput: fromLocalDateTime };

const kinds: Readonly<Record<string, Kind>> = {
  date: { input: 'date', toInput: (value) => value ?? '', fromInput: (text) => (text === '' ? null : text) },
  time: { input: 'time', toInput: toInputTime, fromInput: fromInputTime },
};

/** The smallest step: a time with milliseconds has no input with whole minutes. */
const stepOf = (text: string): number | undefined =>
  text.includes('.') ? 0.001 : /:\d\d:\d\d$/.test(text) ? 1 : undefined;

export default function DateField(props: FieldProps) {
  const { value, setValue, inputProps } = useField<string>(props);
  const t = useTranslations('form');
  const locale = useLocale();
  const kind = kinds[props.attribute.type] ?? instant;
  const text = kind.toInput(value);
  return (
    <TextInput
      {...inputProps}
      {...(kind === instant
        ? {
            description: (
              <>
                {inputProps.description}
                <Text component="span" inherit display="block">
                  {t('timeZone', { zone: timeZoneAt(value, locale) })}
                </Text>
              </>
            ),
          }
        : {})}
      type={kind.input}
      step={kind.input === 'date' ? undefined : stepOf(text)}
      max={kind.input === 'date' ? '9999-12-31' : kind.input === 'time' ? undefined : '9999-12-31T23:59'}
      maw="16rem"
      value={text}
      onChange={(event) => setValue(kind.fromInput(event.currentTarget.value))}
    />
  );
}
