// What the writers of the fault tests do, and whether everything that they know is stored.
import fc from 'fast-check';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { auditCollection } from '../../lib/platform/audit/index.ts';
import { collections, totalsCollection } from '../../lib/platform/db/index.ts';
import { schemaOf } from '../setup/schema.ts';
import { step, type Ref, type Step } from '../write/documents/model/steps.ts';
import { Changes } from './changes.ts';
import { expectSidesAgree, expectValidDocuments } from './checkStored.ts';
import type { Connection } from './connection.ts';
import { Notes } from './notes.ts';
import { files } from './types.ts';
import { Writer } from './writer.ts';

/** The marks of the documents of a collection that are not deleted. */
const marksIn = async (db: Db, collection: string): Promise<readonly string[]> => {
  const found = await db
    .collection(collection)
    .find({ deletedAt: { $exists: false } })
    .toArray();
  return found.map(({ draft, published }) => (draft ?? published).mark as string);
};

/** The writer of one connection. */
class Worker {
  readonly steps: readonly Step<Ref>[];
  readonly connection: Connection;
  readonly writer: Writer;
  readonly notes: Notes;
  readonly changes: Changes;

  constructor(connection: Connection, index: number, steps: readonly Step<Ref>[], topics: readonly string[]) {
    this.steps = steps;
    this.connection = connection;
    this.writer = new Writer(connection, `w${index}-`);
    this.notes = new Notes(connection, `n${index}-`, topics);
    this.changes = new Changes(connection, `change${index}-`);
  }
}

export class Workload {
  private readonly workers: readonly Worker[];
  private readonly topics: readonly string[];
  /** The marks of notes with an Idempotency-Key, which are sent until they are answered, by their documentIds. */
  private readonly keyed = new Map<string, string>();

  private constructor(workers: readonly Worker[], topics: readonly string[]) {
    this.workers = workers;
    this.topics = topics;
  }

  /** @param writes how many different steps each writer has, and begins with again after them */
  static async begin(connections: readonly Connection[], writes: number, seed: number): Promise<Workload> {
    const topics: readonly string[] = await Promise.all(
      ['a', 'b', 'c'].map(async (mark): Promise<string> => {
        const { body } = (await connections[0]?.sendOnce('POST', '/api/topics', { data: { mark } })) ?? { body: {} };
        return body.data.documentId;
      }),
    );
    const workers = connections.map((connection, index) => {
      const steps = fc.sample(step, { numRuns: writes, seed: seed + index });
      return new Worker(connection, index, steps, topics);
    });
    await Promise.all(workers.map(({ changes }) => changes.begin()));
    return new Workload(workers, topics);
  }

  /** Does one write of a writer. @param turn from 0 @returns whether the server answered at once */
  write(index: number, turn: number): Promise<boolean> {
    const one = this.workers[index];
    const any = one?.steps[turn % one.steps.length];
    if (one === undefined || any === undefined) throw new Error('there is no such writer or step');
    if (turn % 5 === 1) return one.notes.write();
    if (turn % 5 === 3) return this.writeWithKey(one.connection, `once${index}-${turn}`);
    return turn % 5 === 4 ? one.changes.write(turn) : one.writer.write(any, turn % 2 === 0);
  }

  /** The document that a writer changes, and the last turn in which its change was acknowledged. */
  changed(index: number): { readonly documentId: string; readonly turn: number } {
    const { documentId, acknowledged } = this.workers[index]?.changes ?? { documentId: '', acknowledged: -1 };
    return { documentId, turn: acknowledged };
  }

  /** @throws if something acknowledged is missing, something is stored partly, or an event, a version or a total is wrong */
  async check(db: Db): Promise<void> {
    const ask = this.workers[0]?.connection.sendUntilAnswered;
    if (ask === undefined) throw new Error('there are no writers');
    for (const { writer } of this.workers) await writer.check();
    await expectValidDocuments(db, schemaOf(files));
    await expectSidesAgree(ask, schemaOf(files));
    const marks = (await Promise.all(['books', 'authors', 'shelves'].map((name) => marksIn(db, name)))).flat();
    expect(marks.toSorted()).toEqual(this.workers.flatMap(({ writer }) => writer.marks).toSorted());
    await Notes.check(
      db,
      this.workers.map(({ notes }) => notes),
    );
    const once = (await marksIn(db, 'notes')).filter((mark) => mark.startsWith('once'));
    expect(once.toSorted()).toEqual([...this.keyed.values()].toSorted());

    // A relay that was killed keeps its lease for a while: here it ends at once.
    await db.collection(collections.leases).updateMany({}, { $set: { until: new Date(0) } });
    await expect
      .poll(() => db.collection('notes').countDocuments({ pending: { $exists: true } }), {
        timeout: 120_000,
        interval: 100,
      })
      .toBe(0);
    for (const { changes } of this.workers) await changes.check(db);
    // Each change has one row of the audit log.
    for (const { documentId, revision } of await db
      .collection('notes')
      .find({ 'draft.mark': /^change/ })
      .toArray()) {
      const rows = auditCollection(db).find({ 'target.documentId': documentId, action: /create|update/ });
      expect(await rows.toArray()).toHaveLength(revision);
    }
    // Totals of published documents are stored, those of drafts are counted.
    expect(await totalsCollection(db).countDocuments({ _id: 'notes', completeAt: { $exists: true } })).toBe(1);
    const { body } = await ask('GET', '/api/notes');
    expect(body.meta.pagination.total).toBe(
      await db.collection('notes').countDocuments({ 'published.id': { $exists: true } }),
    );
  }

  private async writeWithKey(connection: Connection, mark: string): Promise<boolean> {
    const data = { mark, topics: this.topics };
    const request = ['POST', '/api/notes', { data }, { 'Idempotency-Key': mark }] as const;
    const first = await connection.sendOnce(...request).catch(() => undefined);
    const { status, body } = first ?? (await connection.sendIdempotent(...request));
    expect(status, JSON.stringify(body)).toBe(201);
    this.keyed.set(body.data.documentId, mark);
    return first !== undefined;
  }
}
