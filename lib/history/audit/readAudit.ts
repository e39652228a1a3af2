// Reads rows of the audit log, newest first.
import type { Db, Filter } from 'mongodb';
import type { AnswerOf, Written } from '../../contracts/index.ts';
import { auditCollection, type AuditRow } from '../../platform/audit/index.ts';
import { writeAuditCursor, type AuditFilters, type AuditQuery } from './auditQuery.ts';
import type { auditContract } from './contract.ts';

/** A row in an answer. */
export type AuditAnswer = Written<AnswerOf<typeof auditContract.operations.findAuditRows>['data'][number]>;

export interface AuditPage {
  readonly data: readonly AuditAnswer[];
  /** Continues after this page; null: it is the last one. */
  readonly nextCursor: string | null;
}

/** A row as answers and deliveries have it. */
export const toAuditAnswer = ({
  _id,
  at,
  action,
  actor,
  address,
  requestId,
  target,
  changed,
  count,
}: AuditRow): AuditAnswer => ({
  ...{ id: _id.toHexString(), at, action, actor, address: address ?? null, requestId: requestId ?? null },
  ...{ target, changed: changed ?? [], count: count ?? 1 },
});

const filterOf = ({ actor, actions, type, documentId, from, to }: AuditFilters): Filter<AuditRow> => ({
  ...(actor === undefined ? {} : { actor }),
  ...(actions === undefined ? {} : { action: { $in: [...actions] } }),
  ...(type === undefined ? {} : { 'target.type': type }),
  ...(documentId === undefined ? {} : { 'target.documentId': documentId }),
  ...(from === undefined && to === undefined
    ? {}
    : { at: { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) } }),
});

const order = { at: -1, _id: -1 } as const;

/** @throws MongoError when the database does not answer */
export const readAuditPage = async (db: Db, { pageSize, after, ...filters }: AuditQuery): Promise<AuditPage> => {
  const rest: Filter<AuditRow> =
    after === undefined
      ? {}
      : { at: { $lte: after.at }, $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }] };
  const found = await auditCollection(db)
    .find({ $and: [filterOf(filters), rest] })
    .sort(order)
    .limit(pageSize + 1)
    .toArray();
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const isLast = found.length <= pageSize || last === undefined;
  return {
    data: rows.map(toAuditAnswer),
    nextCursor: isLast ? null : writeAuditCursor({ at: last.at, id: last._id }),
  };
};

/** All rows that match, newest first, as answers have them. */
export async function* exportAuditRows(db: Db, filters: AuditFilters): AsyncGenerator<AuditAnswer> {
  for await (const row of auditCollection(db).find(filterOf(filters)).sort(order)) yield toAuditAnswer(row);
}
