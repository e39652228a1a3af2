// The table of entry kinds of a bulk request: each kind prepares the write of its entries.
import type { Action, Caller } from '../../platform/access/index.ts';
import { andThen, toBatchCreation, type BatchCreation, type PreparedWrite } from '../../write/documents/index.ts';
import type { StoredDocument, Transaction } from '../../platform/db/index.ts';
import { documentNotFound } from '../../errors.ts';
import {
  prepareCallerCreate,
  prepareCallerDelete,
  prepareCallerTransition,
  prepareCallerUpdate,
} from '../../write/operations/index.ts';
import type { Request } from '../http/index.ts';
import {
  refuseDraftDeletion,
  writtenLocale,
  writtenLocales,
  type Locales,
  type Query,
} from '../../read/query/index.ts';
import type { Status } from '../../schema/index.ts';
import { readWritten } from '../../read/execute/index.ts';
import type { Service } from '../../platform/service.ts';

/** What all entries of a request share. */
export interface BulkContext {
  readonly service: Service;
  readonly request: Request;
  readonly caller: Caller;
  /** Its status and locale apply to every entry. */
  readonly query: Query;
  readonly locales: Locales;
  readonly entries: readonly BulkEntry[];
  /** In milliseconds since 1970. No entry begins after this time. */
  readonly until: number;
}

/** How long entries may begin. The last one needs part of the 25 s of a function. */
export const maxStartMs = 20_000;

/** The values of an entry; `takes` of its kind lists which of them apply. */
export interface BulkEntry {
  readonly kind: EntryKind;
  readonly documentId: string;
  readonly data: unknown;
}

/** The result of an entry that was written; `data` is null for a deleted document. */
export interface EntryResult {
  readonly status: number;
  readonly data: unknown;
}

/** The write of an entry. */
export interface PreparedEntry extends PreparedWrite<EntryResult> {
  /** The document to create, if it may be created together with those of other entries. */
  readonly creation?: BatchCreation;
}

interface EntryKindSpec {
  /** The action that the caller must be allowed to do. */
  readonly action: Action;
  readonly takes: readonly ('documentId' | 'data')[];
  /** Reads the locale from the query: one locale, or also all of them. Throws what that function throws. */
  readonly locale: typeof writtenLocales;
  /** Prepares the write. Throws ApiError as the request for one document does. */
  readonly prepare: (bulk: BulkContext, entry: BulkEntry) => Promise<PreparedEntry>;
}

/** The context of a write in one locale. */
const contextOf = ({ service, query, locales, caller }: BulkContext) => ({
  ...{ service, caller, locales, type: query.type },
  locale: writtenLocale(query, locales),
});

const create: EntryKindSpec = {
  action: 'create',
  takes: ['data'],
  locale: writtenLocale,
  prepare: async (bulk, { data }) => {
    const { status, select } = bulk.query;
    const { creation, ...write } = await prepareCallerCreate(contextOf(bulk), { status }, data);
    const batchCreation =
      creation && select.populate.length === 0 ? toBatchCreation(bulk.service, creation) : undefined;
    return {
      ...withEntryResult(bulk, 201, write),
      ...(batchCreation === undefined ? {} : { creation: batchCreation }),
    };
  },
};

const update: EntryKindSpec = {
  action: 'update',
  takes: ['documentId', 'data'],
  locale: writtenLocale,
  prepare: async (bulk, { documentId, data }) => {
    const { status } = bulk.query;
    return withEntryResult(bulk, 200, await prepareCallerUpdate(contextOf(bulk), { status }, documentId, data));
  },
};

const deleteEntry: EntryKindSpec = {
  action: 'delete',
  takes: ['documentId'],
  locale: writtenLocales,
  prepare: (bulk, { documentId }) => {
    const { query, locales } = bulk;
    refuseDraftDeletion(query);
    const context = { ...bulk, type: query.type, locale: writtenLocales(query, locales) };
    const write = prepareCallerDelete(context, documentId);
    return Promise.resolve(andThen(write, () => Promise.resolve({ status: 204, data: null })));
  },
};

const transitionKind = (action: 'publish' | 'unpublish', status: Status): EntryKindSpec => ({
  action: 'publish',
  takes: ['documentId'],
  locale: writtenLocale,
  prepare: (bulk, { documentId }) => {
    const { query } = bulk;
    const write = prepareCallerTransition(contextOf(bulk), documentId, action);
    return Promise.resolve(
      andThen(write, async ([document], unit) => {
        if (document === undefined) throw documentNotFound();
        return readEntryResult({ ...bulk, query: { ...query, status } }, 200, document, unit);
      }),
    );
  },
});

export const entryKinds = {
  create,
  update,
  delete: deleteEntry,
  publish: transitionKind('publish', 'published'),
  unpublish: transitionKind('unpublish', 'draft'),
} as const;

export type EntryKind = keyof typeof entryKinds;

export const isEntryKind = (name: string): name is EntryKind => Object.hasOwn(entryKinds, name);

export const readEntryResult = async (
  { service, query, request }: BulkContext,
  status: number,
  stored: StoredDocument,
  unit: Transaction,
): Promise<EntryResult> => {
  const { data } = await readWritten(service, query, stored, request.timings, unit);
  return { status, data };
};

const withEntryResult = (
  bulk: BulkContext,
  status: number,
  write: PreparedWrite<StoredDocument>,
): PreparedWrite<EntryResult> => andThen(write, (stored, unit) => readEntryResult(bulk, status, stored, unit));

/** @throws ApiError 400 if one of the entries cannot be written in the locale of the query */
export const checkEntryLocales = ({
  query,
  locales,
  entries,
}: Pick<BulkContext, 'query' | 'locales' | 'entries'>): void => {
  for (const { kind } of entries) entryKinds[kind].locale(query, locales);
};
