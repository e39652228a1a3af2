// The requests of one document's form: reads and writes its values.
import { ApiError } from '../../api/client.ts';
import {
  deleteDocument,
  readDocument,
  runAction,
  writeDocument,
  type DocumentAction,
  type DocumentAddress,
  type DocumentAnswer,
} from '../../api/document.ts';
import { fromAnswer } from '../../form/fromAnswer.ts';
import { populateQuery } from '../../form/populateQuery.ts';
import { toBody } from '../../form/toBody.ts';
import type { Grant } from '../../api/editor.ts';
import type { EditorSchema } from '../../schema/types.ts';
import type { FormValues } from '../../form/types.ts';
import { isMissing } from './requestErrors.ts';

/** A document as the API has it. */
export interface StoredVersion {
  readonly documentId: string;
  readonly values: FormValues;
  readonly etag: string | undefined;
  readonly meta: DocumentAnswer['meta'];
  /** The name of the user who changed it last; undefined: it was no user, or is not known. */
  readonly updatedBy?: string | undefined;
  /** The user may read the document, but not change it. */
  readonly readOnly: boolean;
}

/** The version that the form has. */
type KnownVersion = Pick<StoredVersion, 'etag' | 'readOnly'>;

export interface DocumentRequests {
  /** @returns undefined if the document, or this locale of it, does not exist */
  readonly read: (documentId: string | undefined, previous: FormValues) => Promise<StoredVersion | undefined>;
  /**
   * Reads the document if it is not the known version any more, in one request.
   *
   * @returns undefined if the document, or this locale of it, does not exist
   */
  readonly readNewer: (
    documentId: string | undefined,
    previous: FormValues,
    known: KnownVersion,
  ) => Promise<StoredVersion | 'unchanged' | undefined>;
  /**
   * Writes the attributes whose values differ from `stored`.
   *
   * @param documentId undefined: the document is created
   * @param stored undefined: the API has no values of the document
   * @param exists false: the document, or this locale of it, does not exist yet
   * @param etag of the version that the change is made from
   * @param idempotencyKey the same for each try of the same creation
   * @param isSeparateVersion the history keeps it apart from what was saved automatically before and after it
   * @throws ApiError 412 if the document changed since, or exists now
   */
  readonly write: (change: {
    readonly documentId: string | undefined;
    readonly values: FormValues;
    readonly stored: FormValues | undefined;
    readonly exists: boolean;
    readonly etag: string | undefined;
    readonly idempotencyKey: string;
    readonly isSeparateVersion?: boolean;
  }) => Promise<{ readonly documentId: string }>;
  /** @throws ApiError 412 if the document changed since; 400 with the faults of a draft that cannot be published */
  readonly act: (documentId: string | undefined, action: DocumentAction, etag: string | undefined) => Promise<void>;
  /** Deletes the document in all locales. @throws ApiError */
  readonly remove: (documentId: string | undefined) => Promise<void>;
}

const etagOf = (headers: Headers): string | undefined => headers.get('etag') ?? undefined;

/** Another editor may add the same locale at the same time: the second write is a 412, as for other changes. */
const conditionOf = (exists: boolean, etag: string | undefined): Readonly<Record<string, string>> => {
  if (!exists) return { 'if-none-match': '*' };
  return etag === undefined ? {} : { 'if-match': etag };
};

/** @param writer as answers with `view=edit` contain it */
const usernameOf = (writer: unknown): string | undefined =>
  typeof writer === 'object' && writer !== null && 'username' in writer && typeof writer.username === 'string'
    ? writer.username
    : undefined;

const isRefusal = (error: unknown): boolean => isMissing(error) || (error instanceof ApiError && error.status === 403);

/**
 * @param address where the document is; its documentId may be set later, when the document is created
 * @param grant to change documents of the type; undefined: the role may only read them
 */
export const documentRequests = (
  { type, locale }: Pick<DocumentAddress, 'type' | 'locale'>,
  schema: EditorSchema,
  grant: Grant | undefined,
): DocumentRequests => {
  const populate = populateQuery(type, schema);
  const readNewer: DocumentRequests['readNewer'] = async (documentId, previous, { etag, readOnly }) => {
    const query = { view: readOnly ? '' : 'edit', ...populate };
    const condition = etag === undefined ? {} : { 'if-none-match': etag };
    const { body, headers, status } = await readDocument({ type, documentId, locale }, query, condition);
    if (status === 304) return 'unchanged';
    const values = fromAnswer(type, schema, body.data, previous);
    return {
      ...{ documentId: body.data.documentId, values, etag: etagOf(headers), meta: body.meta, readOnly },
      updatedBy: usernameOf(body.data.updatedBy),
    };
  };
  return {
    read: async (documentId, previous) => {
      // With a condition, the role may read documents that it may not change.
      const attempts = grant === undefined ? [true] : grant === true ? [false] : [false, true];
      for (const readOnly of attempts)
        try {
          const version = await readNewer(documentId, previous, { etag: undefined, readOnly });
          if (version !== 'unchanged') return version;
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      return undefined;
    },
    readNewer: (documentId, previous, known) =>
      readNewer(documentId, previous, known).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    write: async ({ documentId, values, stored, exists, etag, idempotencyKey, isSeparateVersion = false }) => {
      const creates = type.kind === 'collectionType' && documentId === undefined;
      const { body } = await writeDocument({ type, documentId, locale }, toBody(type, schema, values, stored), {
        ...(creates ? { 'idempotency-key': idempotencyKey } : conditionOf(exists, etag)),
        ...(isSeparateVersion ? { 'lectern-source': 'editor' } : {}),
      });
      return { documentId: body.data.documentId };
    },
    act: async (documentId, action, etag) => {
      await runAction({ type, documentId, locale }, action, etag);
    },
    remove: (documentId) => deleteDocument({ type, documentId }),
  };
};
