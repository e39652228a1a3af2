// The value of a condition: an input that fits the attribute and the operator.
import { Group, MultiSelect, Select, TagsInput, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorDeclaration } from '../../../../lib/read/operators/declarations.ts';
import { useEditor } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import { fromLocalDateTime, toLocalDateTime } from '../../fields/inputTexts.ts';
import type { Attribute, AttributeType } from '../../schema/types.ts';
import { DocumentSelect } from '../../ui/DocumentSelect.tsx';
import { assigneeAttribute } from '../filterPaths.ts';

interface SingleProps {
  readonly attribute: Attribute;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const number: TextInputProps = { inputMode: 'decimal' };

const inputs: Partial<Record<AttributeType, TextInputProps>> = {
  date: { type: 'date' },
  time: { type: 'time', step: 1 },
  datetime: { type: 'datetime-local', step: 'any' },
  timestamp: { type: 'datetime-local', step: 'any' },
  integer: { inputMode: 'numeric', pattern: '[+\\-]?[0-9]+' },
  biginteger: { inputMode: 'numeric', pattern: '[+\\-]?[0-9]+' },
  float: number,
  decimal: number,
};

/** One value, as text that the API reads. */
const SingleValue = ({ attribute, label, value, onChange }: SingleProps) => {
  const t = useTranslations('lists');
  const { type } = attribute;
  const select = (next: string | null) => onChange(next ?? '');
  const options =
    type === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : attribute.enum;
  if (options !== undefined)
    return <Select label={label} data={[...options]} value={value === '' ? null : value} onChange={select} />;
  const isTime = type === 'datetime' || type === 'timestamp';
  return (
    <TextInput
      label={label}
      {...inputs[type]}
      value={isTime ? toLocalDateTime(value) : value}
      onChange={({ currentTarget }) =>
        onChange(isTime ? (fromLocalDateTime(currentTarget.value) ?? '') : currentTarget.value)
      }
    />
  );
};

interface Props {
  readonly attribute: Attribute;
  readonly takes: OperatorDeclaration['takes'];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

export const ValueInput = ({ attribute, takes, values, onChange }: Props) => {
  const t = useTranslations('lists.filters');
  const { targets } = useSchema();
  const { user } = useEditor();
  const [first = '', second = ''] = values;
  const setFirst = (value: string) => onChange([value]);
  if (takes === 'flag') return null;
  if (attribute === assigneeAttribute && !targets.has(assigneeAttribute.target ?? ''))
    return (
      <Select
        label={t('value')}
        data={[{ value: user.documentId, label: user.username }]}
        value={first === '' ? null : first}
        onChange={(one) => setFirst(one ?? '')}
      />
    );
  if (attribute.type === 'relation' && attribute.target !== undefined)
    return <DocumentSelect label={t('value')} uid={attribute.target} value={first} onChange={setFirst} />;
  if (takes === 'list' && attribute.type === 'enumeration')
    return (
      <MultiSelect label={t('values')} data={[...(attribute.enum ?? [])]} value={[...values]} onChange={onChange} />
    );
  if (takes === 'list')
    return (
      <TagsInput
        label={t('values')}
        description={t('valuesHint')}
        value={[...values]}
        onChange={onChange}
        acceptValueOnBlur
      />
    );
  if (takes === 'pair')
    return (
      <Group grow wrap="nowrap">
        <SingleValue
          attribute={attribute}
          label={t('from')}
          value={first}
          onChange={(from) => onChange([from, second])}
        />
        <SingleValue attribute={attribute} label={t('to')} value={second} onChange={(to) => onChange([first, to])} />
      </Group>
    );
  return <SingleValue attribute={attribute} label={t('value')} value={first} onChange={setFirst} />;
};
