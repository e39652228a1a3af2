// Reads another locale of the document, which the address names, to show it beside the form.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DocumentAddress } from '../../api/document.ts';
import { grantOf, useEditor } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import { DocumentForm } from '../../form/formStore.ts';
import type { Place } from '../LoaderProps.ts';
import { documentRequests } from '../saving/documentRequests.ts';

export interface BesideSource {
  readonly locale: string;
  /** Undefined until it is read, and if the document does not exist in the locale. */
  readonly source: DocumentForm | undefined;
  readonly isMissing: boolean;
  readonly error: unknown;
}

/** @returns undefined if the form is alone */
export const useBeside = ({ type, documentId, locale }: DocumentAddress, place: Place): BesideSource | undefined => {
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
