// Chooses a document of a type by its title.
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { documentTitlesQuery } from '../api/documents.ts';
import { useMay, useMaySearch } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';

interface Props extends Pick<SelectProps, 'label' | 'clearable'> {
  readonly uid: string;
  /** A documentId, or empty. */
  readonly value: string;
  readonly onChange: (documentId: string) => void;
}

export const DocumentSelect = ({ uid, value, onChange, ...props }: Props) => {
  const t = useTranslations('lists.filters');
  const may = useMay();
  const type = useSchema().targets.get(uid);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const editView = may('update', uid);
  const byWords = useMaySearch()(uid);
  const { data = [] } = useQuery({
    ...documentTitlesQuery(type, { q, documentId: value, editView, byWords }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      {...props}
      placeholder={t('findDocument')}
      data={data.map(({ documentId, title }) => ({ value: documentId, label: title }))}
      value={value === '' ? null : value}
      onChange={(documentId) => onChange(documentId ?? '')}
      searchable
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('nothingFound')}
    />
  );
};
