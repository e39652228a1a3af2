// One of the values that the schema lists.
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

export const EnumerationField = (props: FieldProps) => {
  const { value, setValue, inputProps } = useField<string>(props);
  const t = useTranslations('form');
  const { enum: values = [], required = false } = props.attribute;
  // A stored value that the schema no longer lists stays visible.
  const data = typeof value === 'string' && !values.includes(value) ? [...values, value] : [...values];
  return (
    <Select
      {...inputProps}
      data={data}
      value={value ?? null}
      onChange={setValue}
      placeholder={props.attribute.placeholder ?? t('choose')}
      clearable={!required && !props.readOnly}
      clearButtonProps={{ 'aria-label': t('clear') }}
      searchable={data.length > 10}
      allowDeselect={false}
      comboboxProps={{ shadow: 'md' }}
      maw="24rem"
    />
  );
};
