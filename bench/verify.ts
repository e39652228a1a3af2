// Verifies that product and floor give equal answers and store equal documents, so that their times are comparable.
import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import { floorRequest, marker, markerText, type Case, type Request, type Variant } from './cases/index.ts';
import type { Site } from './site.ts';

/** How many variants of a case are compared. */
const maxVariants = 25;

/** Placeholders for values that differ between runs. */
const placeholders: Readonly<Record<string, string>> = {
  id: 'an id',
  documentId: 'a documentId',
  createdAt: 'a time',
  updatedAt: 'a time',
  publishedAt: 'a time',
  at: 'a place',
  _id: 'an _id',
};

/** Replaces the values that differ between writes by placeholders. */
const normalize = (value: unknown, written: boolean): unknown =>
  JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    written && key in placeholders && typeof item !== 'object'
      ? `${placeholders[key] ?? ''} (${typeof item})`
      : typeof item === 'string'
        ? item.replace(/mark-\w+-\d+/g, marker)
        : item,
  ) as unknown;

const isObjectLike = (value: unknown): value is Document => typeof value === 'object' && value !== null;

/** @returns the first difference and its path; undefined if the values are equal apart from the order of keys */
export const difference = (a: unknown, b: unknown, path = ''): string | undefined => {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (!isObjectLike(a) || !isObjectLike(b)) return `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return `${path}: of different kinds`;
};

const sendRequest = async (
  url: string,
  { method, path, body }: Request,
  token: string,
  run: string,
): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = body?.replaceAll(marker, markerText(run, 0));
  const response = await fetch(url + path, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path} answers ${response.status}: ${answer}`);
  return JSON.parse(answer) as unknown;
};

const findStored = async ({ db }: Site, answer: unknown): Promise<unknown> => {
  const { documentId } = (answer as { readonly data: { readonly documentId: string } }).data; // the answer to a write is one document
  return db.collection('articles').findOne({ documentId });
};

const verifyVariant = async (test: Case, variant: Variant, site: Site, number: number): Promise<void> => {
  const writes = variant.product.method !== 'GET';
  const answers: unknown[] = [];
  const stored: unknown[] = [];
  // One after the other, because both write the same document.
  for (const [contender, url, request] of [
    ['product', site.product.url, variant.product],
    ['floor', site.floor.url, floorRequest(test, variant)],
  ] as const) {
    const answer = await sendRequest(url, request, site.token, `${contender}${number}`);
    answers.push(normalize(answer, writes));
    if (writes) stored.push(normalize(await findStored(site, answer), true));
  }
  const inAnswer = difference(answers[0], answers[1]);
  if (inAnswer !== undefined)
    throw new Error(`${test.name}: product and floor answer ${variant.product.path} differently at ${inAnswer}`);
  // Both wrote the document, so its revision differs. The floor writes no events, no history, no sync fields, no marks for totals,
  // no writers and no status of the draft.
  const inStored = difference(withoutWriteFields(stored[0]), withoutWriteFields(stored[1]));
  if (inStored !== undefined) throw new Error(`${test.name}: product and floor store differently at ${inStored}`);
};

const withoutWriteFields = (stored: unknown): unknown =>
  isObjectLike(stored)
    ? {
        ...stored,
        ...{ revision: undefined, pending: undefined, changed: undefined, uncounted: undefined, written: undefined },
        ...{ createdBy: undefined, updatedBy: undefined, draftStatus: undefined },
      }
    : stored;

/** @throws Error with the case, the request and the path where product and floor differ */
export const verify = async (test: Case, variants: readonly Variant[], site: Site): Promise<void> => {
  for (const [number, variant] of variants.slice(0, maxVariants).entries())
    await verifyVariant(test, variant, site, number);
};
