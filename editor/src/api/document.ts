// Reads and writes one document.
import { ApiError, request, type Answer } from './client.ts';
import type { ContentType, Status } from '../schema/types.ts';

export interface DocumentStatus {
  readonly locale: string;
  readonly status: Status;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

type DocumentData = Readonly<Record<string, unknown>> & { readonly documentId: string };

export interface DocumentAnswer {
  readonly data: DocumentData;
  readonly meta: {
    readonly status?: Status;
    readonly availableLocales?: readonly DocumentStatus[];
  };
}

export interface DocumentAddress {
  readonly type: ContentType;
  /** Undefined for a single type. */
  readonly documentId?: string | undefined;
  readonly locale?: string | undefined;
}

/** @returns `/api/articles/<documentId>`, `/api/about`, or `/api/articles` of a new document */
export const pathOf = ({ type, documentId }: DocumentAddress): string =>
  type.kind === 'singleType' || documentId === undefined ? `/api/${type.name}` : `/api/${type.name}/${documentId}`;

/** What the path of an operation on a document names. */
export const inPath = ({ type, documentId }: DocumentAddress) => ({
  contentType: type.name,
  documentId: type.kind === 'singleType' ? undefined : documentId,
});

/** The same, with the locale of the document. */
export const ofDocument = (address: DocumentAddress) => ({ ...inPath(address), query: { locale: address.locale } });

type Query = Readonly<Record<string, string | boolean>>;

/**
 * @param headers with `if-none-match`, the answer may be 304 without a body
 * @throws ApiError 404 for a document that does not exist, also in this locale
 */
export const readDocument = (
  address: DocumentAddress,
  query: Query,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<DocumentAnswer>> =>
  request<DocumentAnswer>(pathOf(address), { query: { locale: address.locale, ...query }, headers });

/**
 * Writes a draft, or the one version of a type without drafts. A document without a documentId is created.
 *
 * @throws ApiError 400 with the faults of the values
 */
export const writeDocument = (
  address: DocumentAddress,
  data: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<DocumentAnswer>> =>
  request<DocumentAnswer>(pathOf(address), {
    method: address.type.kind === 'collectionType' && address.documentId === undefined ? 'POST' : 'PUT',
    query: { locale: address.locale, status: address.type.draftAndPublish ? 'draft' : undefined },
    body: { data },
    // Drafts are saved while their author writes: the history keeps one version of them for ten minutes.
    headers: { ...(address.type.draftAndPublish ? { 'lectern-source': 'autosave' } : {}), ...headers },
  });

export type DocumentAction = 'publish' | 'unpublish' | 'discard-draft' | 'preview-link';

/** @throws ApiError 400 with the faults of a draft that cannot be published, 412 if the document changed since */
export const runAction = <T = DocumentAnswer>(
  address: DocumentAddress,
  action: DocumentAction,
  etag?: string,
  body?: object,
): Promise<Answer<T>> =>
  request<T>(`${pathOf(address)}/actions/${action}`, {
    method: 'POST',
    query: { locale: address.locale },
    ...(body === undefined ? {} : { body }),
    headers: etag === undefined ? {} : { 'if-match': etag },
  });

/** Deletes one locale, or all locales if the address has none. @throws ApiError */
export const deleteDocument = async (address: DocumentAddress): Promise<void> => {
  await request(pathOf(address), { method: 'DELETE', query: { locale: address.locale ?? '*' } });
};

/** The locales in which a document exists, as far as the user may change them; none if it does not exist. @throws ApiError */
export const findLocales = async ({ type, documentId }: DocumentAddress): Promise<readonly string[]> => {
  try {
    // The API has no single answer for `locale=*`, but for a filter that matches every locale.
    const query = { view: 'edit', 'filters[locale][$notNull]': true, 'fields[0]': 'documentId' };
    const { body } = await readDocument({ type, documentId }, query);
    return (body.meta.availableLocales ?? []).map(({ locale }) => locale);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
};
