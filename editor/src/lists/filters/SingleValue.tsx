// One value of a condition, as text that the API reads.
import { Select, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Attribute, AttributeType } from '../../schema/types.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** @param iso an ISO time, or empty */
const toLocalTime = (iso: string): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const date = [String(time.getFullYear()).padStart(4, '0'), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`;
};

/** @param local a value of the input, or empty @returns the ISO time in UTC, or empty */
const fromLocalTime = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};

interface Props {
  readonly attribute: Attribute;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const number: TextInputProps = { inputMode: 'decimal' };

const inputs: Partial<Record<AttributeType, TextInputProps>> = {
  date: { type: 'date' },
  time: { type: 'time', step: 1 },
  datetime: { type: 'datetime-local' },
  timestamp: { type: 'datetime-local' },
  integer: { inputMode: 'numeric', pattern: '[+\\-]?[0-9]+' },
  biginteger: { inputMode: 'numeric', pattern: '[+\\-]?[0-9]+' },
  float: number,
  decimal: number,
};

export const SingleValue = ({ attribute, label, value, onChange }: Props) => {
  const t = useTranslations('lists');
  const { type } = attribute;
  const select = (next: string | null) => {
    onChange(next ?? '');
  };
  if (type === 'boolean')
    return (
      <Select
        label={label}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={value === '' ? null : value}
        onChange={select}
      />
    );
  if (type === 'enumeration')
    return (
      <Select label={label} data={[...(attribute.enum ?? [])]} value={value === '' ? null : value} onChange={select} />
    );
  const isTime = type === 'datetime' || type === 'timestamp';
  return (
    <TextInput
      label={label}
      {...inputs[type]}
      value={isTime ? toLocalTime(value) : value}
      onChange={({ currentTarget }) => {
        onChange(isTime ? fromLocalTime(currentTarget.value) : currentTarget.value);
      }}
    />
  );
};
