// Files and folders of the media library.
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  keepPreviousData,
} from '@tanstack/react-query';
import type { FileInfo } from '../../../lib/media/records/contract.ts';
import { ApiError, get, request } from './client.ts';
import { emptyWithoutWords } from './documents.ts';
import { useMaySearchFiles } from './editor.ts';
import { mediaQuery, undescribedFilters, type MediaFile, type MediaFolder, type MediaSearch } from './mediaQueries.ts';

/** All keys of the media library begin with this. */
export const mediaKey = ['media'] as const;

interface FilePage {
  readonly data: readonly MediaFile[];
  readonly meta: { readonly pagination: { readonly nextCursor: string | null } };
}

const noFiles: FilePage = { data: [], meta: { pagination: { nextCursor: null } } };

/** The files that a search finds, page by page; by words if they are indexed. */
export const useMediaFiles = (search: Omit<MediaSearch, 'byWords'>) => {
  const byWords = useMaySearchFiles();
  return useInfiniteQuery({
    queryKey: [...mediaKey, 'files', search, byWords],
    queryFn: ({ pageParam, signal }) =>
      get<FilePage>('/api/upload/files/page', { query: mediaQuery({ ...search, byWords }, pageParam), signal }).catch(
        emptyWithoutWords('search', noFiles),
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.pagination.nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    placeholderData: keepPreviousData,
  });
};

/** How many pictures have no alternative text. */
export const useUndescribedCount = (): number => {
  const { data = 0 } = useQuery({
    queryKey: [...mediaKey, 'undescribed'],
    queryFn: async ({ signal }) => {
      const query = { ...undescribedFilters, 'pagination[page]': 1, 'pagination[pageSize]': 1 };
      const path = '/api/upload/files/page';
      const { meta } = await get<{ meta: { pagination: { total: number } } }>(path, { query, signal });
      return meta.pagination.total;
    },
  });
  return data;
};

/** One file. @param documentId undefined: none is read */
export const useMediaFile = (documentId: string | undefined, listed: MediaFile | undefined) =>
  useQuery({
    queryKey: [...mediaKey, 'file', documentId],
    queryFn: ({ signal }) => get<MediaFile>(`/api/upload/files/${documentId ?? ''}`, { signal }),
    enabled: documentId !== undefined,
    ...(listed === undefined ? {} : { placeholderData: listed }),
  });

/** The file of the media library with this address. @returns undefined if there is none @throws ApiError */
export const findFileByUrl = async (url: string, signal: AbortSignal): Promise<MediaFile | undefined> => {
  const { href, pathname } = new URL(url, location.href);
  const query = { 'filters[url][$in][0]': href, 'filters[url][$in][1]': pathname };
  return (await get<readonly MediaFile[]>('/api/upload/files', { query, signal }))[0];
};

/** All folders. A deployment without folders has none. */
const foldersQuery = queryOptions({
  queryKey: [...mediaKey, 'folders'],
  queryFn: async ({ signal }): Promise<readonly MediaFolder[]> => {
    try {
      return (await get<{ readonly data: readonly MediaFolder[] }>('/api/upload/folders', { signal })).data;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return [];
      throw error;
    }
  },
});

export const useMediaFolders = () => useQuery(foldersQuery);

/** Changes the description of a file. */
export const useUpdateFile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, fileInfo }: { readonly id: number; readonly fileInfo: FileInfo }) =>
      (await request<MediaFile>('/api/upload', { method: 'POST', query: { id }, body: { fileInfo } })).body,
    onSuccess: async (file) => {
      client.setQueryData([...mediaKey, 'described', file.id], file);
      await client.invalidateQueries({ queryKey: mediaKey });
    },
  });
};

/** A file with the description that it has by now: forms keep what they were loaded with. */
export const useDescribed = <T extends Pick<MediaFile, 'id'> & { readonly updatedAt?: string }>(file: T): T => {
  const { data } = useQuery<Partial<MediaFile>>({
    queryKey: [...mediaKey, 'described', file.id],
    enabled: false,
  });
  const isOutdated = data?.updatedAt === undefined || (file.updatedAt !== undefined && data.updatedAt < file.updatedAt);
  return isOutdated ? file : { ...file, ...data };
};
