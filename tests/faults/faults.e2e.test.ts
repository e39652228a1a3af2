// Kills servers and MongoDB while many writers write: every acknowledged write is stored, and no write is stored
// partly.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { step } from '../write/documents/model/steps.ts';
import { lengthOf } from '../setup/lengthOf.ts';
import { schemaOf } from '../setup/schema.ts';
import { Changes } from './changes.ts';
import { Notes } from './notes.ts';
import { Site } from './site.ts';
import { connectionOf, writeDuringFailures, writers } from './writeDuringFailures.ts';
import { files } from './types.ts';
import { expectSidesAgree, expectValidDocuments } from './checkStored.ts';
import { Writer } from './writer.ts';

const writes = lengthOf('LECTERN_FAULT_WRITES', { short: 60, long: 400 });
const kills = Math.max(1, Math.round(writes / 100));
const seed = Math.floor(Math.random() * 2 ** 31);
const patience = 60_000 + writes * 500;

let site: Site;
let topics: readonly string[];
beforeAll(async () => {
  site = await Site.start(files, 2, { history: { versions: 100_000, publications: 100_000 } });
  topics = await Promise.all(
    ['a', 'b', 'c'].map(async (mark): Promise<string> => {
      const { body } = await connectionOf(site, 0).sendOnce('POST', '/api/topics', { data: { mark } });
      return body.data.documentId;
    }),
  );
});
afterAll(() => site.stop());

const explainFailure = (): void => {
  onTestFailed(() => {
    for (const { errorOutput } of site.servers) console.error(errorOutput.slice(-20_000));
  });
};

/** The marks of the documents of a collection that are not deleted. */
const marksIn = async (collection: string): Promise<readonly string[]> => {
  const db = await site.database.get();
  const found = await db
    .collection(collection)
    .find({ deletedAt: { $exists: false } })
    .toArray();
  return found.map(({ draft, published }) => (draft ?? published).mark as string);
};

test(
  'every acknowledged write is stored, none is stored partly, and both sides of every relation agree',
  async () => {
    explainFailure();
    const all = writers.map((index) => {
      const connection = connectionOf(site, index);
      const steps = fc.sample(step, { numRuns: writes, seed: seed + index });
      return {
        steps,
        writer: new Writer(connection, `w${index}-`),
        notes: new Notes(connection, `n${index}-`, topics),
      };
    });
    const unanswered = await writeDuringFailures(site, { writes, kills }, async (index, turn) => {
      const one = all[index];
      const any = one?.steps[turn];
      if (one === undefined || any === undefined) throw new Error('there is no such writer or step');
      return turn % 4 === 3 ? one.notes.write() : one.writer.write(any, turn % 2 === 0);
    });
    console.log(`${writes} writes, ${kills} kills, ${unanswered} not answered; seed ${seed}`);

    for (const { writer } of all) await writer.check();
    await expectValidDocuments(await site.database.get(), schemaOf(files));
    await expectSidesAgree(connectionOf(site, 0).sendUntilAnswered, schemaOf(files));
    const marks = (await Promise.all(['books', 'authors', 'shelves'].map(marksIn))).flat();
    expect(marks.toSorted()).toEqual(all.flatMap(({ writer }) => writer.marks).toSorted());
    await Notes.check(
      await site.database.get(),
      all.map(({ notes }) => notes),
    );
  },
  patience,
);

test(
  'a request with an Idempotency-Key that is sent until it is answered happens once',
  async () => {
    explainFailure();
    const made = new Map<string, string>();
    const unanswered = await writeDuringFailures(
      site,
      { writes: writes / 2, kills: kills + 1 },
      async (index, turn) => {
        const connection = connectionOf(site, index);
        const mark = `once${index}-${turn}`;
        const request = ['POST', '/api/notes', { data: { mark, topics } }, { 'Idempotency-Key': mark }] as const;
        const first = await connection.sendOnce(...request).catch(() => undefined);
        const { status, body } = first ?? (await connection.sendIdempotent(...request));
        expect(status, JSON.stringify(body)).toBe(201);
        made.set(body.data.documentId, mark);
        return first !== undefined;
      },
    );
    console.log(`${made.size} creates, ${unanswered} sent again`);
    const marks = (await marksIn('notes')).filter((mark) => mark.startsWith('once'));
    expect(marks.toSorted()).toEqual([...made.values()].toSorted());
  },
  patience,
);

test(
  'every acknowledged change is one version of its document, the last is the document',
  async () => {
    explainFailure();
    const all = Array.from({ length: 16 }, (_, index) => new Changes(connectionOf(site, index), `change${index}-`));
    await Promise.all(all.map((one) => one.begin()));
    const unanswered = await writeDuringFailures(
      site,
      { writes: writes * 2, kills },
      async (index, turn) => all[index]?.write(turn) ?? expect.fail('there is no such writer'),
      all.length,
    );
    console.log(`${writes * 2} changes, ${kills} kills, ${unanswered} not answered`);
    const db = await site.database.get();
    // A relay that was killed keeps its lease for a while.
    await expect
      .poll(() => db.collection('notes').countDocuments({ pending: { $exists: true } }), {
        timeout: 120_000,
        interval: 500,
      })
      .toBe(0);
    for (const one of all) await one.check(db);
  },
  patience + 120_000,
);
