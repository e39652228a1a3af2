// One value of a condition, as text that the API reads.
import { Select, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Attribute, AttributeType } from '../../schema/types.ts';
import { fromLocalTime, toLocalTime } from './localTime.ts';

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
