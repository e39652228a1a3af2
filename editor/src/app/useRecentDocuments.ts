// The documents that were changed last, over all types that the user may edit.
import { useQueries } from '@tanstack/react-query';
import { get } from '../api/client.ts';
import { useSchema } from '../api/schema.ts';
import { useMay } from '../api/editor.ts';
import type { ContentType, Status } from '../schema/types.ts';

interface RecentDocument {
  readonly type: ContentType;
  readonly documentId: string;
  readonly label: string;
  readonly updatedAt: string;
  readonly status: Status | undefined;
}

export interface RecentDocumentsState {
  readonly documents: readonly RecentDocument[];
  readonly isPending: boolean;
  readonly isEmpty: boolean;
}

interface ListAnswer {
  readonly data: readonly ({ readonly documentId: string; readonly updatedAt: string } & Record<string, unknown>)[];
  readonly meta: { readonly status?: readonly Status[] };
}

/** A type costs one request, so that sites with very many types show only some of them. */
const queriedTypes = 12;
const maxDocuments = 8;

const read = async (type: ContentType): Promise<readonly RecentDocument[]> => {
  const { data, meta } = await get<ListAnswer>(`/api/${type.name}`, {
    query: {
      view: 'edit',
      fields: type.mainAttribute === 'documentId' ? ['updatedAt'] : [type.mainAttribute, 'updatedAt'],
      sort: 'updatedAt:desc',
      'pagination[limit]': maxDocuments,
      'pagination[withCount]': false,
    },
  });
  return data.map((document, index) => {
    const label = document[type.mainAttribute];
    return {
      type,
      documentId: document.documentId,
      label: typeof label === 'string' && label !== '' ? label : document.documentId,
      updatedAt: document.updatedAt,
      status: meta.status?.[index],
    };
  });
};

export const useRecentDocuments = (): RecentDocumentsState => {
  const may = useMay();
  const types = [...useSchema().types.values()]
    .filter(({ uid, kind }) => kind === 'collectionType' && may('find', uid) && may('update', uid))
    .slice(0, queriedTypes);
  return useQueries({
    queries: types.map((type) => ({ queryKey: ['documents', type.uid, 'recent'], queryFn: () => read(type) })),
    combine: (results) => {
      const documents = results
        .flatMap(({ data }) => data ?? [])
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
        .slice(0, maxDocuments);
      const isPending = results.some((result) => result.isPending);
      return { documents, isPending, isEmpty: !isPending && documents.length === 0 };
    },
  });
};
