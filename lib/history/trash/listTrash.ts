// Lists the deleted documents of a type that the caller may restore, the latest first.
import type { AnswerOf } from '../../contracts/index.ts';
import { standaloneOperations, type StoredDocument } from '../../platform/db/index.ts';
import { collectVisible, withWriters } from '../../read/execute/index.ts';
import { openTitleAttribute, versionsOf, type ContentType, type Status } from '../../schema/index.ts';
import { trashEnd, trashFilter, type Tombstone } from '../../write/documents/index.ts';
import type { trashContract } from './contract.ts';
import { accessTo, creatorOf, queryOf, seesWriters, type TrashContext } from './trashContext.ts';

type Listed = AnswerOf<typeof trashContract.operations.findTrash>['data'][number];

/** Which entries of the trash are listed. */
interface TrashPage {
  readonly pageSize: number;
  /** Only documents that were deleted before this time. */
  readonly before: Date | undefined;
}

interface TrashList {
  readonly data: readonly Listed[];
  /** The time before which the next page begins; null: it is the last one. */
  readonly nextCursor: string | null;
}

/** Reads tombstones of the trash, the latest first; those of one moment together, so there may be more than the limit. */
const readTombstones = async (
  { service, type, ...context }: TrashContext,
  before: Date | undefined,
  limit: number,
): Promise<readonly Tombstone[]> => {
  const label = openTitleAttribute(type);
  const projection = {
    ...{ documentId: 1, locale: 1, deletedAt: 1, 'removed.by': 1, 'removed.deletion': 1 },
    ...Object.fromEntries(label === undefined ? [] : versionsOf(type).map((one) => [`removed.${one}.${label}`, 1])),
  };
  const documents = (await service.database.get()).collection<StoredDocument>(type.collectionName);
  const createdBy = creatorOf({ service, type, ...context });
  const inTrash = { ...trashFilter(service, type), ...(createdBy === undefined ? {} : { createdBy }) };
  const since = inTrash.deletedAt as object; // a range
  const range = { ...since, ...(before === undefined ? {} : { $lt: before }) };
  const found = await documents
    .find({ ...inTrash, deletedAt: range }, { projection })
    .sort({ deletedAt: -1 })
    .limit(limit)
    .toArray();
  const last = found.at(-1)?.deletedAt;
  if (last === undefined || found.length < limit) return found as Tombstone[]; // the filter requires both fields
  const earlier = found.filter(({ deletedAt = last }) => deletedAt > last);
  const ofLast = await documents.find({ ...inTrash, deletedAt: last }, { projection }).toArray();
  return [...earlier, ...ofLast] as Tombstone[];
};

interface VisibleTombstone {
  readonly tombstone: Tombstone;
  readonly versions: readonly Status[];
}

/** The tombstones that the caller may restore, in their order, with the versions that the caller sees. */
const restorableOf = async (
  context: TrashContext,
  tombstones: readonly Tombstone[],
): Promise<readonly VisibleTombstone[]> => {
  const unit = await standaloneOperations(context.service.database);
  const visible = new Map<Tombstone, readonly Status[]>();
  for (const locale of new Set(tombstones.map((one) => one.locale))) {
    const inLocale = tombstones.filter((one) => one.locale === locale);
    const documentIds = inLocale.map(({ documentId }) => documentId);
    const access = await accessTo(context, locale, documentIds, unit);
    for (const one of inLocale)
      if (access.restorable.has(one.documentId)) visible.set(one, access.visible.get(one.documentId) ?? []);
  }
  return tombstones.flatMap((tombstone) => {
    const versions = visible.get(tombstone);
    return versions === undefined ? [] : [{ tombstone, versions }];
  });
};

const titleOf = (type: ContentType, group: readonly VisibleTombstone[]): string | null => {
  const name = openTitleAttribute(type);
  const titles = group.flatMap(({ tombstone, versions }) =>
    versions.map((version) => (name === undefined ? undefined : tombstone.removed[version]?.[name])),
  );
  return titles.find((title): title is string => typeof title === 'string' && title !== '') ?? null;
};

/**
 * Groups the locales that one deletion removed, the default locale first: its title names the document. MongoDB returns them in any
 * order.
 */
const groupByDeletion = (
  found: readonly VisibleTombstone[],
  defaultLocale: string,
): readonly (readonly VisibleTombstone[])[] => {
  const rank = ({ tombstone: { locale } }: VisibleTombstone): string =>
    locale === defaultLocale ? '' : (locale ?? '');
  const groups = new Map<string, VisibleTombstone[]>();
  for (const one of found) {
    const { documentId, removed } = one.tombstone;
    const key = `${documentId} ${removed.deletion.toHexString()}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => group.sort((one, other) => (rank(one) < rank(other) ? -1 : 1)));
};

/**
 * Lists the trash of a type. Documents that the caller may not restore are left out, as if they were not in the trash. A page with few
 * of the others may have a next one.
 *
 * @param context from `trashContext`
 */
export const listTrash = async (context: TrashContext, { pageSize, before }: TrashPage): Promise<TrashList> => {
  const { service, type, locales } = context;
  const { found: groups, last } = await collectVisible(
    pageSize,
    (end: Tombstone | undefined, limit) => readTombstones(context, end?.deletedAt ?? before, limit),
    async (batch) => groupByDeletion(await restorableOf(context, batch), locales.defaultLocale),
  );
  // Documents of one moment stay together, because the next page begins before it.
  const timeOf = (group: readonly VisibleTombstone[] | undefined): number =>
    group?.[0]?.tombstone.deletedAt.getTime() ?? 0;
  let length = Math.min(pageSize, groups.length);
  while (length < groups.length && timeOf(groups[length]) === timeOf(groups[length - 1])) length++;
  const page = groups.slice(0, length);
  const query = queryOf(context, 'published', type.localized ? locales.defaultLocale : null);
  const writers = page.map(([one]) => ({ createdBy: seesWriters(context) ? one?.tombstone.removed.by : null }));
  const { rows } = await withWriters(service, query, { rows: writers, total: undefined });
  const data = page.map((group, index): Listed => {
    const time = timeOf(group);
    return {
      type: type.uid,
      documentId: group[0]?.tombstone.documentId ?? '',
      locales: group.flatMap(({ tombstone: { locale } }) => locale ?? []).sort(),
      title: titleOf(type, group),
      deletedAt: new Date(time).toISOString(),
      endsAt: trashEnd(service, new Date(time)).toISOString(),
      deletedBy: (rows[index]?.createdBy ?? null) as Listed['deletedBy'], // of `withWriters`
    };
  });
  const next = length < groups.length ? timeOf(page.at(-1)) : last?.deletedAt.getTime();
  return { data, nextCursor: next === undefined ? null : new Date(next).toISOString() };
};
