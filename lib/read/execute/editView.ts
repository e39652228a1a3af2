// Completes answers with `view=edit`: who wrote the documents, and in which locales a document exists.
import { displayNameOf, tokenIdOf } from '../../platform/access/index.ts';
import {
  collections,
  draftStatusOf,
  standaloneOperations,
  type DraftStatus,
  type Transaction,
} from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids, editedVersion, reviewNames, typeOf } from '../../schema/index.ts';
import { planForDocument, planList } from '../plan/index.ts';
import type { Locales, Query } from '../query/index.ts';
import { queryRunner, type Row, type RunQuery } from './databaseQuery.ts';
import { reviewValues } from './reviewValues.ts';
import { runPlan, type PlanResult } from './run.ts';
import { formatDate } from './scalars.ts';
import { visibleDocumentsAmong } from './visibleDocuments.ts';

/** Who created or changed a document. The name of a deleted or hidden user, or of a deleted token, is null. */
type Writer =
  | { readonly type: 'user'; readonly documentId: string; readonly username: string | null }
  | { readonly type: 'token'; readonly id: number; readonly name: string | null };

const isToken = (writer: string): boolean => tokenIdOf(writer) !== undefined;

/** Selects the users that exist for the caller of a query: all, where nothing restricts which users the caller may find. */
const visibleUsers = async (
  service: Service,
  { visible, visiblePublished = visible, ...query }: Query,
  unit: Transaction,
  users: readonly string[],
): Promise<readonly string[]> => {
  const permitted = visiblePublished.get(builtInUids.user);
  if (permitted === undefined || users.length === 0) return users;
  const type = typeOf(service.schema, builtInUids.user);
  const userQuery: Query = { ...query, visible: visiblePublished, type, status: 'published', permitted };
  return [...(await visibleDocumentsAmong(service, userQuery, users, unit))];
};

/** Finds the current names of users and tokens. */
const findNames = async (
  { schema }: Pick<Service, 'schema'>,
  ask: RunQuery,
  writers: readonly string[],
): Promise<(key: string | number) => string | null> => {
  const tokens = writers.flatMap((writer) => tokenIdOf(writer) ?? []);
  const users = writers.filter((writer) => !isToken(writer));
  const find = async (collection: string, key: string, values: readonly unknown[], fields: object) =>
    values.length === 0
      ? []
      : ask({
          about: 'the writers of the documents',
          collection,
          stages: [{ $match: { [key]: { $in: values } } }, { $project: { key: `$${key}`, ...fields } }],
        });
  const [userRows, tokenRows] = await Promise.all([
    find(typeOf(schema, builtInUids.user).collectionName, 'documentId', users, {
      id: '$published.id',
      username: '$published.username',
    }),
    find(collections.tokens, '_id', tokens, { name: 1 }),
  ]);
  const names = new Map([
    // A deleted user has no values.
    ...userRows.map((user) => [user.key, user.id === undefined ? null : displayNameOf(user)] as const),
    ...tokenRows.map(({ key, name }) => [key, name] as const),
  ]);
  return (key) => {
    const name = names.get(key);
    return typeof name === 'string' ? name : null;
  };
};

/** Replaces the stored writers and assignees of rows by those of an answer. Users whom the caller may not know have no name. */
export const withWriters = async (service: Service, query: Query, { rows, total }: PlanResult): Promise<PlanResult> => {
  const stored = rows.flatMap((row) => [row.createdBy, row.updatedBy, row[reviewNames.assignee]]);
  const writers = [...new Set(stored.filter((writer) => typeof writer === 'string'))];
  if (writers.length === 0 && query.type.review === undefined) return { rows, total };
  const unit = await standaloneOperations(service.database);
  const [tokens, users] = [writers.filter(isToken), writers.filter((writer) => !isToken(writer))];
  const named = query.hidesPeople === true ? [] : [...tokens, ...(await visibleUsers(service, query, unit, users))];
  const nameOf = await findNames(service, queryRunner(unit), named);
  const writerOf = (writer: unknown): Writer | null => {
    if (typeof writer !== 'string') return null;
    const id = tokenIdOf(writer);
    return id === undefined
      ? { type: 'user', documentId: writer, username: nameOf(writer) }
      : { type: 'token', id, name: nameOf(id) };
  };
  return {
    rows: rows.map((row) => ({
      ...{ ...row, createdBy: writerOf(row.createdBy), updatedBy: writerOf(row.updatedBy) },
      ...reviewValues(query, row, writerOf),
    })),
    total,
  };
};

/** A locale in which a document exists. */
interface AvailableLocale {
  readonly locale: string;
  /** Absent for a type without drafts. */
  readonly status?: DraftStatus;
  /** Of the version that edits go to. */
  readonly updatedAt: string | null;
  /** null if the locale is not published. */
  readonly publishedAt: string | null;
}

/**
 * Finds the locales in which a document exists for the caller of a query with `view=edit`.
 *
 * @returns them in alphabetical order
 */
export const findAvailableLocales = async (
  { schema, database }: Pick<Service, 'schema' | 'database'>,
  query: Query,
  { codes }: Locales,
  documentId: string,
): Promise<readonly AvailableLocale[]> => {
  const { type } = query;
  const version = editedVersion(type);
  const everyLocale: Query = {
    ...query,
    ...{ status: version, locale: { all: [...codes] } },
    ...{ filter: undefined, sort: [], select: { fields: [], populate: [] } },
    page: { mode: 'offset', start: 0, limit: codes.size, withCount: false },
  };
  const fields = { locale: 1, 'draft.updatedAt': 1, 'published.updatedAt': 1, 'published.publishedAt': 1 };
  const { rows } = await runPlan(queryRunner(await standaloneOperations(database)), (unresolvedSteps) => {
    const plan = planForDocument(documentId, planList(everyLocale, schema, unresolvedSteps));
    return { ...plan, stages: plan.stages.map((stage) => ('$project' in stage ? { $project: fields } : stage)) };
  });
  return rows
    .map((row) => ({
      locale: String(row.locale),
      ...(type.draftAndPublish ? { status: draftStatusOf(row) } : {}),
      updatedAt: dateAt(row[version], 'updatedAt'),
      publishedAt: dateAt(row.published, 'publishedAt'),
    }))
    .toSorted((one, other) => (one.locale < other.locale ? -1 : 1));
};

const dateAt = (version: unknown, name: string): string | null => {
  const date = (version as Row | undefined)?.[name];
  return date instanceof Date ? formatDate(date) : null;
};
