// Servers and MongoDB killed while many write: what was acknowledged is there, and nothing is half there.
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { step } from '../documents/model/steps.ts';
import { schemaOf } from '../setup/api.ts';
import { Connection } from './connection.ts';
import { Notes } from './notes.ts';
import { Site } from './site.ts';
import { files } from './types.ts';
import { expectSidesAgree, expectWhole } from './whole.ts';
import { Writer } from './writer.ts';

const writes = Number(process.env.LECTERN_FAULT_WRITES ?? 200);
/** One in a hundred, in turn of a server and of MongoDB. */
const kills = Math.max(2, Math.round(writes / 100));
const writers = 6;
const seed = Math.floor(Math.random() * 2 ** 31);

let site: Site;
beforeAll(async () => {
  site = await Site.start(files, 2);
}, 60_000);
afterAll(() => site.stop());

const count = { begun: 0, unanswered: 0 };

/** Kills and starts again, at random moments between writes. */
const fault = async (): Promise<void> => {
  for (let killed = 0; killed < kills; killed++) {
    const moment = ((killed + 0.3 + Math.random() / 2) * writes) / kills;
    while (count.begun < moment) await setTimeout(1);
    await setTimeout(Math.random() * 20);
    const server = site.servers[(killed >> 1) % site.servers.length];
    if (killed % 2 === 1) await site.restartMongod();
    else {
      await server?.kill();
      await server?.start();
    }
  }
};

test(
  'every acknowledged write is there, none is half there, and both sides of every relation agree',
  async () => {
    console.log(`LECTERN_FAULT_WRITES=${writes}, ${kills} kills, seed ${seed}`);
    const anyServer = (index: number): Connection => {
      const server = site.servers[index % site.servers.length];
      if (server === undefined) throw new Error('there are no servers');
      return new Connection(site, server);
    };
    const topics = await Promise.all(
      ['a', 'b', 'c'].map(async (mark): Promise<string> => {
        const { body } = await anyServer(0).once('POST', '/api/topics', { data: { mark } });
        return body.data.documentId;
      }),
    );
    const all = Array.from({ length: writers }, (_, index) => {
      const connection = anyServer(index);
      const steps = fc.sample(step, { numRuns: writes, seed: seed + index });
      return {
        steps,
        writer: new Writer(connection, `w${index}-`),
        notes: new Notes(connection, `n${index}-`, topics),
      };
    });
    const faulty = fault();
    await Promise.all(
      all.map(async ({ steps, writer, notes }) => {
        for (const [turn, any] of steps.entries()) {
          if (count.begun >= writes) return;
          count.begun++;
          const answered = turn % 4 === 3 ? await notes.write() : await writer.write(any, turn % 2 === 0);
          if (!answered) count.unanswered++;
        }
      }),
    );
    await faulty;

    console.log(`${count.begun} writes, ${count.unanswered} of them not answered`);
    for (const { writer } of all) await writer.check();
    const [{ again }, db] = [anyServer(0), await site.database.get()];
    await expectWhole(db, schemaOf(files));
    await expectSidesAgree(again, schemaOf(files));

    const known = new Set(all.flatMap(({ writer }) => writer.marks));
    for (const collection of ['books', 'authors', 'shelves'])
      for (const { draft, published } of await db
        .collection(collection)
        .find({ deletedAt: { $exists: false } })
        .toArray())
        expect(known.delete((draft ?? published).mark as string)).toBe(true);
    expect([...known]).toEqual([]);

    const notes = await db.collection('notes').find().toArray();
    const marks = notes.map(({ draft }) => draft.mark as string);
    const links = notes.flatMap(({ draft }) =>
      ((draft.topics ?? []) as readonly { to: string }[]).map(({ to }) => `${draft.mark as string} ${to}`),
    );
    for (const { certain, linked } of all.map(({ notes }) => notes)) {
      expect(marks).toEqual(expect.arrayContaining([...certain]));
      expect(links).toEqual(expect.arrayContaining([...linked]));
    }
    expect(all.flatMap(({ notes }) => [...notes.possible])).toEqual(expect.arrayContaining(marks));
    expect(all.flatMap(({ notes }) => [...notes.maybeLinked])).toEqual(expect.arrayContaining(links));
  },
  60_000 + writes * 500,
);
