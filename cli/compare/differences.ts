// Finds where two answers differ. It follows the schema, so that values of JSON attributes are compared as a whole.
import { isDeepStrictEqual } from 'node:util';
import {
  builtInUids,
  componentOf,
  isContentType,
  isObject,
  type AttributeHolder,
  type JsonObject,
  type Schema,
} from '../../lib/schema/index.ts';
import type { Document } from './documents.ts';

export interface Difference {
  /** The path in a document, or in the answer, without positions: `blocks[].file.url`, `meta.status`. */
  readonly at: string;
  /** The last name in the path. */
  readonly key: string;
  /** `order`: the same documents in another order; `unsorted`: in a list whose order nothing determines. */
  readonly kind: 'value' | 'order' | 'unsorted';
  /** What holds the value: a document or a component; undefined: anything else. */
  readonly holder: AttributeHolder | undefined;
  /** undefined: absent. */
  readonly strapi: unknown;
  readonly lectern: unknown;
  /** The document, if only one of the servers has it. */
  readonly document?: unknown;
}

/** Where a value is in both answers. */
interface Place extends Pick<Difference, 'at' | 'key' | 'holder'> {
  /** Returns what an object at this place is. */
  readonly holderOf: (value: JsonObject) => AttributeHolder | undefined;
  /** Whether the value is compared as a whole. */
  readonly whole?: boolean;
  /** Whether the value is a list whose order nothing determines. */
  readonly unsorted?: boolean;
  /** Whether the value is a list that the answers cut off, so that the other list may have its documents on another page. */
  readonly partial?: boolean;
}

const unknownHolder = (): undefined => undefined;

/** The place of a value in an object. */
const placeInside = ({ at }: Place, key: string, holder: AttributeHolder | undefined, schema: Schema): Place => {
  const place = { at: at === '' ? key : `${at}.${key}`, key, holder, holderOf: unknownHolder };
  if (holder === undefined) return place;
  if (isContentType(holder) && key === 'localizations') return { ...place, holderOf: () => holder, unsorted: true };
  const attribute = holder.attributes.get(key);
  switch (attribute?.kind) {
    case undefined:
      return place;
    case 'scalar':
      // The formats of a picture contain addresses, like the picture itself.
      return { ...place, whole: holder.uid !== builtInUids.file || key !== 'formats' };
    case 'relation':
      return { ...place, holderOf: () => schema.types.get(attribute.target) };
    case 'component':
      return { ...place, holderOf: () => componentOf(schema, attribute.component) };
    case 'dynamiczone':
      return { ...place, holderOf: ({ __component: uid }) => schema.components.get(String(uid)) };
    case 'morph':
      return { ...place, holderOf: ({ __type: uid }) => schema.types.get(String(uid)) };
  }
};

/** Identifies a document in a list, which may contain several locales of it. */
const identityOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value.documentId === 'string'
    ? `${value.documentId}${typeof value.locale === 'string' ? ` ${value.locale}` : ''}`
    : undefined;

type Identified = ReadonlyMap<string, unknown>;

/** undefined if an entry is no document, or is in the list twice. */
const byIdentity = (list: readonly unknown[]): Identified | undefined => {
  const found = new Map(list.map((value) => [identityOf(value) ?? '', value] as const));
  return found.has('') || found.size < list.length ? undefined : found;
};

const difference = (strapi: unknown, lectern: unknown, { at, key, holder }: Place): Difference => ({
  ...{ at, key, holder, kind: 'value', strapi, lectern },
});

function* compareLists(
  strapi: readonly unknown[],
  lectern: readonly unknown[],
  place: Place,
  schema: Schema,
): Generator<Difference> {
  const at = place.at === '' ? '' : `${place.at}[]`;
  const entry: Place = { ...place, at, partial: false, unsorted: false };
  const [inStrapi, inLectern] = [byIdentity(strapi), byIdentity(lectern)];
  if (inStrapi === undefined || inLectern === undefined) {
    for (let index = 0; index < Math.max(strapi.length, lectern.length); index++)
      yield* compareValues(strapi[index], lectern[index], entry, schema);
    return;
  }
  const inBoth = [...inStrapi.keys()].filter((identity) => inLectern.has(identity));
  const lecternOrder = [...inLectern.keys()].filter((identity) => inStrapi.has(identity));
  const inOne = [...inStrapi.keys(), ...inLectern.keys()].filter(
    (identity) => !inStrapi.has(identity) || !inLectern.has(identity),
  );
  const isPart = place.partial === true;
  if (!isDeepStrictEqual(inBoth, lecternOrder) || (isPart && inOne.length > 0))
    yield {
      ...difference([...inStrapi.keys()], [...inLectern.keys()], place),
      kind: place.unsorted === true ? 'unsorted' : 'order',
    };
  for (const identity of isPart ? inBoth : [...inBoth, ...inOne])
    yield* compareValues(inStrapi.get(identity), inLectern.get(identity), entry, schema);
}

function* compareValues(strapi: unknown, lectern: unknown, place: Place, schema: Schema): Generator<Difference> {
  if (isDeepStrictEqual(strapi, lectern)) return;
  if (place.whole !== true && Array.isArray(strapi) && Array.isArray(lectern)) {
    yield* compareLists(strapi, lectern, place, schema);
  } else if (place.whole !== true && isObject(strapi) && isObject(lectern)) {
    const holder = place.holderOf(strapi) ?? place.holderOf(lectern);
    for (const key of new Set([...Object.keys(strapi), ...Object.keys(lectern)]))
      yield* compareValues(strapi[key], lectern[key], placeInside(place, key, holder, schema), schema);
  } else yield difference(strapi, lectern, place);
}

/** A difference of whole answers. */
export const wholeDifference = (at: string, strapi: unknown, lectern: unknown): Difference =>
  difference(strapi, lectern, { at, key: at, holder: undefined, holderOf: unknownHolder });

/** A difference of a list: a document that only one server has. @param type of the documents; undefined if it is not known */
export const missingDocument = (
  strapi: Document | undefined,
  lectern: Document | undefined,
  type: AttributeHolder | undefined,
): Difference => ({
  ...wholeDifference('', strapi?.documentId, lectern?.documentId),
  holder: type,
  document: strapi ?? lectern,
});

/** The type of the documents in an answer, and what the request says about them. */
export interface Expected {
  /** undefined if it is not known. */
  readonly type: AttributeHolder | undefined;
  /** Whether the request determines the order of its documents. */
  readonly ordered: boolean;
}

/** Whether the answer is one page of several. */
const isCutOff = ({ data, meta }: JsonObject): boolean => {
  const pagination = isObject(meta) && isObject(meta.pagination) ? meta.pagination : {};
  return Array.isArray(data) && Number(pagination.total) > data.length;
};

/** @returns where two documents differ */
export const compareDocuments = (
  strapi: unknown,
  lectern: unknown,
  type: AttributeHolder | undefined,
  schema: Schema,
): Generator<Difference> =>
  compareValues(strapi, lectern, { at: '', key: '', holder: undefined, holderOf: () => type }, schema);

/** @returns where two whole answers differ */
export function* compareAnswers(
  strapi: unknown,
  lectern: unknown,
  { type, ordered }: Expected,
  schema: Schema,
): Generator<Difference> {
  const data: Place = { at: '', key: '', holder: undefined, holderOf: () => type, unsorted: !ordered };
  if (!isObject(strapi) || !isObject(lectern) || !('data' in strapi && 'data' in lectern)) {
    yield* compareValues(strapi, lectern, data, schema);
    return;
  }
  const partial = !ordered && isCutOff(strapi) && isCutOff(lectern);
  yield* compareValues(strapi.data, lectern.data, { ...data, partial }, schema);
  const withoutData = (answer: JsonObject): JsonObject => ({ ...answer, data: undefined });
  yield* compareDocuments(withoutData(strapi), withoutData(lectern), undefined, schema);
}
