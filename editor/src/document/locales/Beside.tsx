// Another locale of the document, which the address names, beside the form: reads it, says which it is, and ends it.
import { CloseButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { grantOf, useEditor } from '../../api/editor.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import { DocumentForm } from '../../form/formStore.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { documentRequests } from '../saving/documentRequests.ts';
import type { Place } from '../useDocument.ts';

/** @returns undefined if the form is alone. `source` is undefined until it is read, and if the document does not exist in the locale */
export const useBeside = ({ type, documentId, locale }: DocumentAddress, place: Place) => {
  const { beside = '' } = useSearch({ strict: false });
  const schema = useSchema();
  const grant = grantOf(useEditor(), 'update', type.uid);
  const isStored = documentId !== undefined || type.kind === 'singleType';
  const isBeside = place === 'page' && isStored && type.localized && beside !== '' && beside !== locale;
  const { data, error } = useQuery({
    queryKey: ['beside', type.uid, documentId, beside],
    queryFn: async () => (await documentRequests({ type, locale: beside }, schema, grant).read(documentId, {})) ?? null,
    enabled: isBeside,
    // Other values would render all fields.
    staleTime: Infinity,
    gcTime: 0,
  });
  const source = useMemo(
    () =>
      data === undefined || data === null
        ? undefined
        : new DocumentForm({ type, schema, values: data.values, readOnly: true, documentId, locale: beside }),
    [data, type, schema, documentId, beside],
  );
  return isBeside ? { locale: beside, source, isMissing: data === null, error } : undefined;
};

export const BesideBar = ({ beside }: { readonly beside: NonNullable<ReturnType<typeof useBeside>> }) => {
  const t = useTranslations('document.locales');
  const navigate = useNavigate();
  const name = useLocaleName()(beside.locale);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(beside.isMissing ? 'besideMissing' : 'besideText', { locale: name })}
        </Text>
        <CloseButton
          aria-label={t('closeBeside', { locale: name })}
          onClick={() =>
            void navigate({ to: '.', search: (search) => ({ ...search, beside: undefined }), ignoreBlocker: true })
          }
        />
      </Group>
      {beside.error === null ? null : <ErrorMessage error={beside.error} />}
    </div>
  );
};
