// Product and floor must answer the same, and store the same, or a comparison of the two says nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import { floorRequest, marker, markerText, type Case, type Request, type Variant } from './cases/index.ts';
import type { Site } from './site.ts';

/** So many of a case's variants are compared. */
const compared = 25;

/** Of a value that differs from run to run: what kind of value it is. */
const perWrite: Readonly<Record<string, string>> = {
  id: 'an id',
  documentId: 'a documentId',
  createdAt: 'a time',
  updatedAt: 'a time',
  publishedAt: 'a time',
  at: 'a place',
  _id: 'an _id',
};

/** An answer, or a stored document, as JSON in which nothing differs from write to write. */
const normalized = (value: unknown, written: boolean): unknown =>
  JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    written && key in perWrite && typeof item !== 'object'
      ? `${perWrite[key] ?? ''} (${typeof item})`
      : typeof item === 'string'
        ? item.replace(/mark-\w+-\d+/g, marker)
        : item,
  ) as unknown;

const isBranch = (value: unknown): value is Document => typeof value === 'object' && value !== null;

/** @returns where two values differ first, and how; undefined when they are the same but for the order of keys */
export const difference = (a: unknown, b: unknown, path = ''): string | undefined => {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (!isBranch(a) || !isBranch(b)) return `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return `${path}: of different kinds`;
};

const ask = async (url: string, { method, path, body }: Request, token: string, run: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = body?.replaceAll(marker, markerText(run, 0));
  const response = await fetch(url + path, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path} is answered ${response.status}: ${answer}`);
  return JSON.parse(answer) as unknown;
};

const storedBehind = async ({ db }: Site, answer: unknown): Promise<unknown> => {
  const { documentId } = (answer as { readonly data: { readonly documentId: string } }).data; // a write answers one document
  return db.collection('articles').findOne({ documentId });
};

const verifyVariant = async (test: Case, variant: Variant, site: Site, number: number): Promise<void> => {
  const writes = variant.product.method !== 'GET';
  const answers: unknown[] = [];
  const stored: unknown[] = [];
  // After another: what one writes the other may write over.
  for (const [who, url, request] of [
    ['product', site.product.url, variant.product],
    ['floor', site.floor.url, floorRequest(test, variant)],
  ] as const) {
    const answer = await ask(url, request, site.token, `${who}${number}`);
    answers.push(normalized(answer, writes));
    if (writes) stored.push(normalized(await storedBehind(site, answer), true));
  }
  const inAnswer = difference(answers[0], answers[1]);
  if (inAnswer !== undefined)
    throw new Error(`${test.name}: product and floor answer ${variant.product.path} differently at ${inAnswer}`);
  // Both have written it once more: only the counts of writes may differ. What it tells others the floor does without.
  const inStored = difference(asWritten(stored[0]), asWritten(stored[1]));
  if (inStored !== undefined) throw new Error(`${test.name}: product and floor store differently at ${inStored}`);
};

const asWritten = (stored: unknown): unknown =>
  isBranch(stored) ? { ...stored, revision: undefined, pending: undefined, changed: undefined } : stored;

/** @throws Error naming the case, the request and the place where product and floor differ */
export const verify = async (test: Case, variants: readonly Variant[], site: Site): Promise<void> => {
  for (const [number, variant] of variants.slice(0, compared).entries())
    await verifyVariant(test, variant, site, number);
};
