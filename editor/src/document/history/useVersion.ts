// The values of one version, as a form has them.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentAddress } from '../../api/document.ts';
import { versionQuery, type VersionAnswer } from '../../api/versions.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { fromAnswer } from '../../form/fromAnswer.ts';
import { populateQuery } from '../../form/populateQuery.ts';
import { shareValues } from '../../form/isSameJson.ts';
import type { FormValues } from '../../form/types.ts';

interface LoadedVersion {
  /** Undefined while they are loaded, and if that failed. */
  readonly values: FormValues | undefined;
  readonly meta: VersionAnswer['meta'] | undefined;
  readonly error: Error | null;
}

/**
 * @param form of the document; entries that it has too have the same keys, so that they are the same
 * @param number of the version; undefined: none is loaded
 */
export const useVersion = (form: DocumentForm, address: DocumentAddress, number: number | undefined): LoadedVersion => {
  const { type, schema, readOnly } = form;
  const query = useMemo(
    () => ({ view: readOnly ? '' : 'edit', ...populateQuery(type, schema) }),
    [type, schema, readOnly],
  );
  const { data, error } = useQuery({
    ...versionQuery(address, number ?? 0, query),
    enabled: number !== undefined,
  });
  const values = useMemo(() => {
    if (data === undefined) return undefined;
    const current = form.getValues();
    return shareValues(fromAnswer(type, schema, data.data, current), current);
  }, [data, form, type, schema]);
  return { values, meta: data?.meta, error };
};
