// Examples from the database: of each type a document that the caller may find, read once a minute for those who see the same.
import { may, type Caller } from '../access/index.ts';
import { ApiError } from '../errors.ts';
import { readQuery } from '../query/index.ts';
import { readList } from '../read/index.ts';
import type { ContentType, JsonObject } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { Timings } from '../timings.ts';
import { populatedOf } from './attributes.ts';
import type { Examples } from './types.ts';

/** Longer ones show less: without what is populated, or nothing of the database. */
const maxText = 8_000;

const fits = (document: JsonObject): boolean => JSON.stringify(document).length <= maxText;

const shortened = (type: ContentType, document: JsonObject): JsonObject | undefined => {
  if (fits(document)) return document;
  const names = new Set([...populatedOf(type).map(({ name }) => name), 'localizations']);
  const flat = Object.fromEntries(Object.entries(document).filter(([name]) => !names.has(name)));
  return fits(flat) ? flat : undefined;
};

/** Everything one level deep, but of many related documents two. */
const populate = (type: ContentType): string =>
  [
    ...populatedOf(type).map((attribute) =>
      attribute.kind === 'relation' && attribute.many
        ? `populate[${attribute.name}][limit]=2`
        : `populate[${attribute.name}]=true`,
    ),
    ...(type.localized ? ['populate[localizations]=true'] : []),
  ].join('&');

/** A query that the site's own limits refuse. */
const orNone = (error: unknown): undefined => {
  if (error instanceof ApiError && error.status === 400) return undefined;
  throw error;
};

/** The first of a list, as anyone would ask for it; of a single type its document. */
const sample = async (service: Service, caller: Caller, type: ContentType): Promise<JsonObject | undefined> => {
  const context = { ...service, locales: await service.locales.known() };
  const text = `${populate(type)}&pagination[limit]=1&pagination[withCount]=false`;
  const query = readQuery(text, type, caller, context);
  const { data } = await readList(service, query, new Timings());
  const [document] = data;
  // As it is sent: dates are texts there.
  return document === undefined ? undefined : shortened(type, JSON.parse(JSON.stringify(document)) as JsonObject);
};

const sampled = async (service: Service, caller: Caller): Promise<Examples> => {
  const types = [...service.schema.served.values()].filter(({ uid }) => may(caller, 'find', uid));
  const samples = types.map(async (type) => [type.uid, await sample(service, caller, type).catch(orNone)] as const);
  return new Map(
    (await Promise.all(samples)).flatMap(([uid, document]) => (document === undefined ? [] : [[uid, document]])),
  );
};

interface Kept {
  readonly examples: Promise<Examples>;
  readonly until: number;
}

const keptMs = 60_000;
const mostKept = 50;

const known = new WeakMap<Service, Map<string, Kept>>();

/**
 * Published documents, populated one level, by the uid of their type; none where the caller may find none.
 *
 * @throws ApiError 503 where the database cannot be reached
 */
export const examplesFor = (service: Service, caller: Caller): Promise<Examples> => {
  const views = known.get(service) ?? new Map<string, Kept>();
  known.set(service, views);
  const now = service.now().getTime();
  for (const [view, { until }] of views) if (until <= now || views.size > mostKept) views.delete(view);
  const there = views.get(caller.view);
  if (there !== undefined) return there.examples;
  const examples = sampled(service, caller).catch((error: unknown) => {
    views.delete(caller.view);
    throw error;
  });
  views.set(caller.view, { examples, until: now + keptMs });
  return examples;
};
