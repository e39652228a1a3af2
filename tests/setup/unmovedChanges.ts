// Finds writes of Lectern that changed a published version, and left the time of the change as it was.
import type { Db, Document, Timestamp } from 'mongodb';
import type { Schema } from '../../lib/schema/index.ts';

/** The time of the last write of a database. */
export const lastWriteTime = async (db: Db): Promise<Timestamp> =>
  (await db.command({ ping: 1 })).operationTime as Timestamp; // each reply of a replica set has it

interface Change {
  readonly key: string;
  /** Whether it changed the published version, or where a document is. */
  readonly isPublished: boolean;
  readonly isMoved: boolean;
  /** Each write of Lectern raises the revision; those that tests send to MongoDB themselves need not. */
  readonly isOfLectern: boolean;
}

const changeOf = ({ op, ns, o, o2, ts }: Document, time: Timestamp): Change | undefined => {
  const key = `${String(ns)} ${String((o2 ?? o)._id)}`;
  if (op === 'i')
    return {
      key,
      isPublished: o.published !== undefined,
      isMoved: o.changed !== undefined,
      isOfLectern: o.pending !== undefined,
    };
  if (op !== 'u') return undefined;
  const at = (ts as Timestamp | undefined) ?? time;
  // A large change is stored as the new document.
  if (o.$v === undefined)
    return {
      key,
      isPublished: o.published !== undefined,
      isMoved: Number(o.changed?.t) > at.t - 60,
      isOfLectern: true,
    };
  const { u = {}, i = {}, d = {}, ...parts } = o.diff as Document;
  const names = new Set([...Object.keys({ ...u, ...i, ...d }), ...Object.keys(parts).map((part) => part.slice(1))]);
  const isPublished = ['published', 'locale', 'documentId'].some((name) => names.has(name));
  return { key, isPublished, isMoved: names.has('changed'), isOfLectern: names.has('revision') };
};

/**
 * @param schema only documents of the site's own types have an index of their changes
 * @param since writes from this time on
 * @returns the collections and ids of documents; a transaction is one write of each of its documents
 */
export const findUnmovedChanges = async (db: Db, schema: Schema, since: Timestamp): Promise<readonly string[]> => {
  const content = [...schema.types.values()].filter(({ uid }) => uid.startsWith('api::'));
  const ns = { $in: content.map(({ collectionName }) => `${db.databaseName}.${collectionName}`) };
  const entries = db.client
    .db('local')
    .collection('oplog.rs')
    .find({ ts: { $gte: since }, $or: [{ ns }, { ns: 'admin.$cmd', 'o.applyOps.ns': ns }] });
  const unmoved: string[] = [];
  for await (const entry of entries) {
    const parts: readonly Document[] = entry.op === 'c' ? ((entry.o as Document).applyOps ?? []) : [entry];
    const changes = parts.flatMap((part) => changeOf(part, entry.ts as Timestamp) ?? []);
    const moved = new Set(changes.filter(({ isMoved }) => isMoved).map(({ key }) => key));
    for (const { key, isPublished, isOfLectern } of changes)
      if (isPublished && isOfLectern && !moved.has(key)) unmoved.push(`${key} at ${String(entry.ts)}`);
  }
  return unmoved;
};
