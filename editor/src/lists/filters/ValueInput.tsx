// The value of a condition: an input that fits the attribute and the operator.
import { Group, MultiSelect, TagsInput, Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorDeclaration } from '../../../../lib/read/operators/declarations.ts';
import type { Attribute } from '../../schema/types.ts';
import { SingleValue } from './SingleValue.tsx';
import { documentTitlesQuery } from '../../api/documents.ts';
import { useSchema } from '../../api/schema.ts';
import { useMay } from '../../api/editor.ts';

interface DocumentSelectProps {
  readonly uid: string;
  /** A documentId, or empty. */
  readonly value: string;
  readonly onChange: (documentId: string) => void;
}

const DocumentSelect = ({ uid, value, onChange }: DocumentSelectProps) => {
  const t = useTranslations('lists.filters');
  const may = useMay();
  const type = useSchema().targets.get(uid);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const editView = may('update', uid);
  const { data = [] } = useQuery({
    ...documentTitlesQuery(type, { q, documentId: value, editView }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      label={t('value')}
      placeholder={t('findDocument')}
      data={data.map(({ documentId, title }) => ({ value: documentId, label: title }))}
      value={value === '' ? null : value}
      onChange={(documentId) => {
        onChange(documentId ?? '');
      }}
      searchable
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('nothingFound')}
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
  const [first = '', second = ''] = values;
  const setFirst = (value: string) => {
    onChange([value]);
  };
  if (takes === 'flag') return null;
  if (attribute.type === 'relation' && attribute.target !== undefined)
    return <DocumentSelect uid={attribute.target} value={first} onChange={setFirst} />;
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
          onChange={(from) => {
            onChange([from, second]);
          }}
        />
        <SingleValue
          attribute={attribute}
          label={t('to')}
          value={second}
          onChange={(to) => {
            onChange([first, to]);
          }}
        />
      </Group>
    );
  return <SingleValue attribute={attribute} label={t('value')} value={first} onChange={setFirst} />;
};
