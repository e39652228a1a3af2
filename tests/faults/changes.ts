// Changes a document of its own again and again, and checks that its versions are these changes.
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { versionsCollection, versionValuesCollection } from '../../lib/write/documents/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { Unanswered, type Connection } from './connection.ts';

export class Changes {
  /** The values in the order of the changes; those in `possible` may not have been written. */
  private readonly values: string[] = [];
  private readonly possible = new Set<string>();
  private readonly connection: Connection;
  private readonly prefix: string;
  documentId = '';
  /** The last turn whose change was acknowledged. */
  acknowledged = -1;

  constructor(connection: Connection, prefix: string) {
    this.connection = connection;
    this.prefix = prefix;
  }

  /** Creates the document, before anything is killed. */
  async begin(): Promise<void> {
    const mark = `${this.prefix}made`;
    const { status, body } = await this.connection.sendOnce('POST', '/api/notes', { data: { mark } });
    expect(status, JSON.stringify(body)).toBe(201);
    this.documentId = body.data.documentId;
    this.values.push(mark);
  }

  /** @returns whether the server answered */
  async write(turn: number): Promise<boolean> {
    const mark = `${this.prefix}${turn}`;
    this.values.push(mark);
    try {
      const { status, body } = await this.connection.sendOnce('PUT', `/api/notes/${this.documentId}`, {
        data: { mark },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      this.acknowledged = turn;
      return true;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.possible.add(mark);
      // Waits until the server is back.
      await this.connection.sendUntilAnswered('GET', '/api/notes');
      return false;
    }
  }

  /** Checks that each acknowledged change is one version, in their order, and the last is the document. */
  async check(db: Db): Promise<void> {
    const { documentId } = this;
    const rows = await versionsCollection(db).find({ documentId }).sort({ revision: 1 }).toArray();
    const stored = await db.collection<StoredDocument>('notes').findOne({ documentId });
    const marks: unknown[] = [];
    for (const { _id } of rows) marks.push((await versionValuesCollection(db).findOne({ _id }))?.published?.mark);
    marks.push(stored?.published?.mark);
    expect(marks).toEqual(this.values.filter((mark) => !this.possible.has(mark) || marks.includes(mark)));
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, index) => index + 1));
    expect(stored?.revision).toBe(rows.length + 1);
  }
}
