// What happened last in the documents that a user may edit, over all types.
import pLimit from 'p-limit';
import { ApiError } from '../errors.ts';
import type { UserCaller } from '../api/http/index.ts';
import type { AnswerOf } from '../contracts/index.ts';
import { standaloneOperations } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { Timings } from '../platform/timings.ts';
import { queryRunner, shapeList, withWriters } from '../read/execute/index.ts';
import type { Locales } from '../read/query/index.ts';
import type { editorContract } from './contract.ts';
import {
  editableTypes,
  findLatestRows,
  latestOf,
  searchedDocuments,
  titlePathOf,
  type LatestRow,
  type LatestRows,
  type RowReader,
} from './latestRows.ts';

type ActivityAnswer = AnswerOf<typeof editorContract.operations.findActivity>;

type ActivityEntry = ActivityAnswer['data']['edited'][number];

type Writers = Pick<ActivityEntry, 'updatedAt' | 'createdBy' | 'updatedBy'>;

type ActivityList = Exclude<keyof LatestRows, 'isLimited'>;

/** Whose activity is read, and how long that may take. */
interface ActivityInput {
  readonly caller: UserCaller;
  readonly locales: Locales;
  readonly timings: Timings;
  /** Milliseconds for all queries together. */
  readonly timeMs?: number;
}

/** Types that are read at once: others read too. */
const parallelTypes = 4;

const defaultTimeMs = 3_000;

/** @returns undefined if the time is up, or the reader has waited too long for a connection */
const findInTime = async (find: () => Promise<LatestRows>): Promise<LatestRows | undefined> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return undefined;
    throw error;
  }
};

/** Shapes rows of several types. One search finds the names of all writers: every query of a caller hides the same users. */
const shapeRows = async (
  service: Service,
  rows: readonly LatestRow[],
  timings: Timings,
): Promise<readonly ActivityEntry[]> => {
  const [first] = rows;
  if (first === undefined) return [];
  const stored = { rows: rows.map(({ row }) => row), total: undefined };
  const { rows: named } = await timings.measure('database', () => withWriters(service, first.query, stored));
  return Promise.all(
    rows.map(async ({ query, status }, index) => {
      const row = named[index] ?? {};
      const { data } = await shapeList(service, query, { rows: [row], total: undefined }, timings);
      const {
        documentId,
        updatedAt,
        createdBy,
        updatedBy,
        [titlePathOf(query.type, service.schema)]: title,
      } = data[0] ?? {};
      return {
        ...{
          type: query.type.uid,
          documentId: String(documentId),
          locale: query.type.localized ? String(row.locale) : null,
        },
        title: typeof title === 'string' && title !== documentId && title !== '' ? title : null,
        ...(status === undefined ? {} : { status }),
        ...({ updatedAt, createdBy, updatedBy } as Writers), // of `shapeList` with `view=edit`
      };
    }),
  );
};

/**
 * Finds the latest activity in the types whose documents the user may find and update. It contains nothing that their lists with
 * `view=edit` do not.
 *
 * @throws MongoError when the database does not answer
 */
export const findActivity = async (
  service: Service,
  { caller, locales, timings, timeMs = defaultTimeMs }: ActivityInput,
): Promise<ActivityAnswer> => {
  const unit = await standaloneOperations(service.database);
  const ask = queryRunner(unit, { reader: timings.reader, timeMs });
  const reader: RowReader = { service, caller, locales, timings, ask };
  const types = editableTypes(service.schema, caller);
  const limit = pLimit(parallelTypes);
  const found = await timings.measure('database', () =>
    Promise.all(types.map((type) => limit(() => findInTime(() => findLatestRows(reader, type))))),
  );
  const latest = (list: ActivityList) => latestOf(found.flatMap((rows) => rows?.[list] ?? []));
  const [edited, drafts, published] = [latest('edited'), latest('drafts'), latest('published')];
  const entries = await shapeRows(service, [...edited, ...drafts, ...published], timings);
  const publishedFrom = edited.length + drafts.length;
  const uidsOf = (isWanted: (rows: LatestRows | undefined) => boolean) =>
    types.filter((_, index) => isWanted(found[index])).map(({ uid }) => uid);
  return {
    data: {
      edited: entries.slice(0, edited.length),
      drafts: entries.slice(edited.length, publishedFrom),
      published: entries.slice(publishedFrom),
    },
    meta: {
      omitted: uidsOf((rows) => rows === undefined),
      limited: uidsOf((rows) => rows?.isLimited === true),
      searchedDocuments,
    },
  };
};
