// In what the draft of a document differs from its published version: what changes for readers when it is published.
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api/client.ts';
import { readDocument, type DocumentAddress, type DocumentAnswer } from '../../api/document.ts';
import { documentsKey } from '../../api/documents.ts';
import { useSchema } from '../../api/schema.ts';
import { fromAnswer } from '../../form/fromAnswer.ts';
import { populateQuery } from '../../form/populateQuery.ts';
import { shareValues } from '../../form/isSameJson.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { compareVersions } from './compareVersions.ts';
import { DifferenceSection, Legend } from './Differences.tsx';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';

interface Props {
  readonly address: DocumentAddress;
  /** Above the differences: the locale, where there are several. */
  readonly title: string | undefined;
}

/** Both versions of a document; null: it does not have one. */
const useVersions = ({ type, documentId, locale }: DocumentAddress) => {
  const schema = useSchema();
  const query = useMemo(() => populateQuery(type, schema), [type, schema]);
  return useQuery({
    queryKey: [...documentsKey(type.uid), 'differences', documentId, locale, query],
    queryFn: async () => {
      const read = (status: 'draft' | 'published'): Promise<DocumentAnswer['data'] | null> =>
        readDocument({ type, documentId, locale }, { status, ...query }).then(
          ({ body }) => body.data,
          (error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          },
        );
      return { draft: await read('draft'), published: await read('published') };
    },
    staleTime: 0,
  });
};

export default function DraftDifferences({ address, title }: Props) {
  const texts = useReleaseTexts();
  const schema = useSchema();
  const { data, error, refetch } = useVersions(address);
  const { type } = address;
  const differences = useMemo(() => {
    if (!data?.draft) return [];
    const before = data.published === null ? {} : fromAnswer(type, schema, data.published);
    const after = shareValues(fromAnswer(type, schema, data.draft, before), before);
    return compareVersions(schema, type.attributes, before, after);
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
        <Text size="sm">{texts('noChanges')}</Text>
      ) : (
        <Legend from={texts('now')} to={texts('afterwards')} />
      )}
      {differences.map((difference) => (
        <DifferenceSection key={difference.name} {...{ difference, titleOrder: title === undefined ? 3 : 4 }} />
      ))}
    </Stack>
  );
}
