// The files of a recorded release: what an earlier version of Lectern stored, and what it answered.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EJSON } from 'bson';
import type { Db, Document } from 'mongodb';

/** The folder that has a folder for each recorded release. */
export const releasesFolder = 'tests/cli/upgrade/releases';

/** The recorded releases, by the name of their tag or commit. */
export const recordedReleases = (): readonly string[] => readdirSync(releasesFolder).sort();

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a release answered to GET requests, by path and query. */
export interface Recorded {
  /** A full-access API token. */
  readonly token: string;
  readonly user: { readonly identifier: string; readonly password: string };
  readonly answers: Readonly<Record<string, Answer>>;
}

export const readRecorded = async (release: string): Promise<Recorded> =>
  JSON.parse(await readFile(join(releasesFolder, release, 'recorded.json'), 'utf8')) as Recorded;

/** One line for each stored document: its collection and the document as extended JSON. */
export const documentLine = (collection: string, document: Document): string =>
  `${JSON.stringify(collection)} ${EJSON.stringify(document, { relaxed: false })}`;

/** Inserts the documents of a release into an empty database. */
export const restoreRelease = async (db: Db, release: string): Promise<void> => {
  const text = await readFile(join(releasesFolder, release, 'documents.txt'), 'utf8');
  const documents = new Map<string, Document[]>();
  for (const line of text.trimEnd().split('\n')) {
    const space = line.indexOf(' ');
    const collection = JSON.parse(line.slice(0, space)) as string;
    // The numbers keep their types: a version's integer id is an Int32, and a bigint attribute a Long.
    const document = EJSON.parse(line.slice(space + 1), { relaxed: false }) as Document;
    documents.set(collection, [...(documents.get(collection) ?? []), document]);
  }
  for (const [collection, all] of documents) await db.collection(collection).insertMany(all);
};

/** @returns the answer to a GET request with this token */
export const askServer = async (origin: string, path: string, token: string): Promise<Answer> => {
  const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};
