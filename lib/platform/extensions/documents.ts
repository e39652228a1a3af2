// The service with which project code reads and writes documents.
import type { Register } from './register.ts';

/** A query as the REST API takes it, as JSON: `{ filters: { title: { $eq: 'x' } }, populate: ['authors'] }`. */
export type DocumentsQuery = Readonly<Record<string, unknown>>;

/** A document as the REST API answers it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- nothing is known of the content
export type AnyDocument = Record<string, any>;

export interface DocumentList<T = AnyDocument> {
  readonly data: readonly T[];
  readonly meta: { readonly pagination: Readonly<Record<string, number>> };
}

/** Reads and writes with the rules of the REST API. In a hook all of them belong to the write's transaction. */
export interface UntypedDocuments {
  readonly find: (uid: string, query?: DocumentsQuery) => Promise<DocumentList>;
  /** @returns null if there is no such document for the caller. Single types have no documentId */
  readonly findOne: (uid: string, documentId?: string, query?: DocumentsQuery) => Promise<AnyDocument | null>;
  /** Writes the draft, unless the query has `status: 'published'`; so does `update`. */
  readonly create: (uid: string, data: object, query?: DocumentsQuery) => Promise<AnyDocument>;
  readonly update: (
    uid: string,
    documentId: string | undefined,
    data: object,
    query?: DocumentsQuery,
  ) => Promise<AnyDocument>;
  /**
   * Adds an amount to each of these numbers in one step, in both versions of the document. The amounts may be negative.
   *
   * @param query `where`: filters that the document must match, like `{ left: { $gte: 1 } }`
   * @returns null if the document does not match `where`
   */
  readonly increment: (
    uid: string,
    documentId: string | undefined,
    amounts: Readonly<Record<string, number | bigint | string | undefined>>,
    query?: DocumentsQuery,
  ) => Promise<AnyDocument | null>;
  readonly publish: (uid: string, documentId?: string, query?: DocumentsQuery) => Promise<readonly AnyDocument[]>;
  readonly unpublish: (uid: string, documentId?: string, query?: DocumentsQuery) => Promise<readonly AnyDocument[]>;
  readonly delete: (uid: string, documentId?: string, query?: DocumentsQuery) => Promise<void>;
}

/** The service with the types of the project. */
export type Documents = Register extends { readonly documents: infer D } ? D : UntypedDocuments;

/** The service with all permissions. */
export interface SystemDocuments {
  /** With all permissions: the answer may contain what the caller may not see. */
  readonly asSystem: Documents;
  /**
   * Runs operations in one transaction: all of their writes happen, or none. In a hook it is the transaction of the write.
   *
   * @param work uses the `documents` that it gets. It is repeated if another write comes first, so it must have no other effects
   */
  readonly transaction: <T>(work: (documents: SystemDocuments) => Promise<T>) => Promise<T>;
}

/** Whoever uses the service says on whose behalf. */
export interface DocumentsAccess {
  /** With the permissions of the caller. */
  readonly asCaller: Documents;
  readonly asSystem: Documents;
  readonly transaction: <T>(work: (documents: DocumentsAccess) => Promise<T>) => Promise<T>;
}
