// Reads the examples from the database: for each type, a document that the caller may find.
import { hasPermission, type Caller } from '../../platform/access/index.ts';
import { ApiError } from '../../errors.ts';
import { readQuery } from '../../read/query/index.ts';
import { readList } from '../../read/execute/index.ts';
import { hasLocalizations, type ContentType, type JsonObject } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { populatableAttributes } from './attributes.ts';
import type { Examples } from './types.ts';

/** A longer example is of no use. */
export const maxExampleBytes = 8_000;

/** Removes populated attributes from a document that is too long; undefined if it is still too long. */
const shortenDocument = (type: ContentType, document: JsonObject, maxBytes: number): JsonObject | undefined => {
  const fits = (one: JsonObject): boolean => Buffer.byteLength(JSON.stringify(one)) <= maxBytes;
  if (fits(document)) return document;
  const names = new Set([...populatableAttributes(type).map(({ name }) => name), 'localizations']);
  const flat = Object.fromEntries(Object.entries(document).filter(([name]) => !names.has(name)));
  return fits(flat) ? flat : undefined;
};

/**
 * Populates everything one level deep, with two documents of a to-many relation. It leaves out polymorphic relations,
 * because Lectern searches for their targets in every collection.
 */
const populateQuery = (type: ContentType): string =>
  [
    ...populatableAttributes(type)
      .filter(({ kind }) => kind !== 'morph')
      .map((attribute) =>
        attribute.kind === 'relation' && attribute.many
          ? `populate[${attribute.name}][limit]=2`
          : `populate[${attribute.name}]=true`,
      ),
    ...(hasLocalizations(type) ? ['populate[localizations]=true'] : []),
  ].join('&');

/** No example if the site's limits refuse the query. */
const ignoreRefused = (error: unknown): undefined => {
  if (error instanceof ApiError && error.status === 400) return undefined;
  throw error;
};

/** Reads the first document of a type. */
const readSample = async (
  service: Service,
  caller: Caller,
  type: ContentType,
  maxBytes: number,
): Promise<JsonObject | undefined> => {
  const context = { ...service, locales: await service.locales.known() };
  const text = `${populateQuery(type)}&pagination[limit]=1&pagination[withCount]=false`;
  const query = readQuery(text, type, caller, context);
  const { data } = await readList(service, query, new Timings());
  const [document] = data;
  // The same form as in an answer: JSON has no dates.
  return document === undefined
    ? undefined
    : shortenDocument(type, JSON.parse(JSON.stringify(document)) as JsonObject, maxBytes);
};

/**
 * @param maxBytes the maximum size of a document as JSON
 * @returns published documents, populated one level deep, of the types that the caller may find
 * @throws ApiError 503 if there is no connection to the database
 */
export const examplesFor = async (service: Service, caller: Caller, maxBytes = maxExampleBytes): Promise<Examples> => {
  const types = [...service.schema.served.values()].filter(({ uid }) => hasPermission(caller, 'find', uid));
  const samples = types.map(
    async (type) => [type.uid, await readSample(service, caller, type, maxBytes).catch(ignoreRefused)] as const,
  );
  return new Map(
    (await Promise.all(samples)).flatMap(([uid, document]) => (document === undefined ? [] : [[uid, document]])),
  );
};
