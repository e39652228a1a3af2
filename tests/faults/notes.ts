// Writes notes of its own, and links them from either side to topics that all writers share.
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import type { Link, StoredDocument } from '../../lib/platform/db/index.ts';
import { Unanswered, type Connection } from './connection.ts';

const codes = 40;

export class Notes {
  /** The marks of notes that must exist, and of those that may exist. */
  private readonly certain = new Set<string>();
  private readonly possible = new Set<string>();
  /** Links that must exist, and those that may exist; each as `note topic`. */
  private readonly linked = new Set<string>();
  private readonly maybeLinked = new Set<string>();
  private readonly connection: Connection;
  private readonly prefix: string;
  private readonly topics: readonly string[];
  private count = 0;

  constructor(connection: Connection, prefix: string, topics: readonly string[]) {
    this.connection = connection;
    this.prefix = prefix;
    this.topics = topics;
  }

  /**
   * Creates a note and links it to a topic.
   *
   * @returns whether the server answered everything
   */
  async write(): Promise<boolean> {
    const mark = `${this.prefix}note${++this.count}`;
    const topic = this.topics[this.count % this.topics.length] ?? '';
    const fromNote = Math.random() < 0.5;
    try {
      this.possible.add(mark);
      if (fromNote) this.maybeLinked.add(`${mark} ${topic}`);
      const code = `code${Math.floor(Math.random() * codes)}`;
      const data = { mark, code, ...(fromNote ? { topics: { connect: [topic] } } : {}) };
      const { status, body } = await this.connection.sendOnce('POST', '/api/notes', { data });
      // Another writer may already have used the code.
      expect([201, 400], JSON.stringify(body)).toContain(status);
      if (status === 400) {
        this.possible.delete(mark);
        this.maybeLinked.delete(`${mark} ${topic}`);
        return true;
      }
      this.certain.add(mark);
      if (fromNote) this.linked.add(`${mark} ${topic}`);
      else await this.link(mark, body.data.documentId, topic);
      return true;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      // Waits until the server is back.
      await this.connection.sendUntilAnswered('GET', '/api/notes');
      return false;
    }
  }

  private async link(mark: string, note: string, topic: string): Promise<void> {
    this.maybeLinked.add(`${mark} ${topic}`);
    const data = { notes: { connect: [note] } };
    const { status, body } = await this.connection.sendOnce('PUT', `/api/topics/${topic}`, { data });
    expect(status, JSON.stringify(body)).toBe(200);
    this.linked.add(`${mark} ${topic}`);
  }

  /** Every note and link that must exist exists, and every existing one was requested. Notes of other writers have other marks. */
  static async check(db: Db, all: readonly Notes[]): Promise<void> {
    const notes = await db
      .collection<StoredDocument>('notes')
      .find({ 'draft.mark': /^n\d+-note/ })
      .toArray();
    const marks = notes.map(({ draft }) => draft?.mark);
    const links = notes.flatMap(({ draft }) =>
      ((draft?.topics ?? []) as readonly Link[]).map(({ to }) => `${draft?.mark as string} ${to}`),
    );
    for (const { certain, linked } of all) {
      expect(marks).toEqual(expect.arrayContaining([...certain]));
      expect(links).toEqual(expect.arrayContaining([...linked]));
    }
    expect(all.flatMap(({ possible }) => [...possible])).toEqual(expect.arrayContaining(marks));
    expect(all.flatMap(({ maybeLinked }) => [...maybeLinked])).toEqual(expect.arrayContaining(links));
  }
}
