// In what the draft of a document differs from its published version, which is what changes for readers, or from what it was.
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../api/client.ts';
import { readDocument, type DocumentAddress, type DocumentAnswer } from '../../api/document.ts';
import { documentsKey } from '../../api/documents.ts';
import { useSchema } from '../../api/schema.ts';
import { versionQuery } from '../../api/versions.ts';
import { fromAnswer } from '../../form/fromAnswer.ts';
import { populateQuery } from '../../form/populateQuery.ts';
import { shareValues } from '../../form/isSameJson.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { compareVersions } from './compareVersions.ts';
import { DifferenceSection, Legend } from './Differences.tsx';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';

interface Props {
  readonly address: DocumentAddress;
  /** The number of the version to compare with; undefined: the published one. */
  readonly before: number | undefined;
  /** The number of the version of the draft, so that another one is read anew; undefined: unknown. */
  readonly version: number | undefined;
  /** Above the differences: the locale, where there are several. */
  readonly title: string | undefined;
}

/** Both versions of a document; null: it does not have one. */
const useVersions = ({ address: { type, documentId, locale }, before, version }: Omit<Props, 'title'>) => {
  const schema = useSchema();
  const query = useMemo(() => populateQuery(type, schema), [type, schema]);
  return useQuery({
    queryKey: [...documentsKey(type.uid), 'differences', documentId, locale, query, before, version],
    queryFn: async ({ client }) => {
      const address = { type, documentId, locale };
      const read = (status: 'draft' | 'published'): Promise<DocumentAnswer['data'] | null> =>
        readDocument(address, { status, ...query }).then(
          ({ body }) => body.data,
          (error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          },
        );
      const compared =
        before === undefined
          ? read('published')
          : client.query(versionQuery(address, before, query)).then(({ data }) => data);
      return { draft: await read('draft'), compared: await compared };
    },
    staleTime: 0,
  });
};

export default function DraftDifferences({ title, ...versions }: Props) {
  const t = useTranslations('document.history');
  const texts = useReleaseTexts();
  const schema = useSchema();
  const { data, error, refetch } = useVersions(versions);
  const { before, address } = versions;
  const { type } = address;
  const differences = useMemo(() => {
    if (!data?.draft) return [];
    const older = data.compared === null ? {} : fromAnswer(type, schema, data.compared);
    const newer = shareValues(fromAnswer(type, schema, data.draft, older), older);
    return compareVersions(schema, type.attributes, older, newer);
  }, [data, type, schema]);
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={80} />;
  // The document is not in this locale.
  if (data.draft === null) return null;
  return (
    <Stack p="md">
      {title === undefined ? null : (
        <Title order={3} size="h5">
          {title}
        </Title>
      )}
      {differences.length === 0 ? (
        <Text size="sm">{t('same')}</Text>
      ) : (
        <Legend from={texts(before === undefined ? 'now' : 'beforeAgent')} to={texts('afterwards')} />
      )}
      {differences.map((difference) => (
        <DifferenceSection key={difference.name} {...{ difference, titleOrder: title === undefined ? 3 : 4 }} />
      ))}
    </Stack>
  );
}
