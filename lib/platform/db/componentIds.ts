// Makes the ids that components are stored with.
import { hash, randomInt } from 'node:crypto';
import type { Attribute, Attributes, Schema } from '../../schema/index.ts';
import { componentAttributes, componentUidOf, mapComponents, mapValues } from './storedValues.ts';

const firstHour = Date.UTC(2026, 0) / 3_600_000;

/** 2^19 hours, 60 years, of this many ids are below 2^53. */
const idsPerHour = 2 ** 34;

let last = 0;
let hourOfLast = 0;

/**
 * @returns an id that is greater than those before it, so that a sort by it is the order of creation. Each process begins
 *   each hour at random, so that processes need not ask each other.
 */
export const newComponentId = (): number => {
  const hour = Math.floor(Date.now() / 3_600_000) - firstHour;
  if (hour > hourOfLast) {
    hourOfLast = hour;
    last = Math.max(last, hour * idsPerHour + randomInt(idsPerHour));
  }
  return ++last;
};

type Values = Readonly<Record<string, unknown>>;

/** The place of an attribute in a document, as a text. Attributes that locales share have the same place in all locales. */
export type PlaceOf = (attribute: Attribute) => string;

/** The places in a document, or in a row of one. */
export const placesIn =
  ({ documentId, locale }: Readonly<Record<'documentId' | 'locale', unknown>>): PlaceOf =>
  ({ name, localized }) =>
    `${String(documentId)} ${localized ? String(locale) : ''} ${name}`;

/**
 * Gives ids to components that have none: those of documents before format 4, and of an import. The ids follow from the
 * places, so they are always the same, and a draft and its published version have the same ones.
 *
 * @param values of a version or component
 * @returns the same object if all components have ids
 */
export const fillComponentIds = (schema: Schema, attributes: Attributes, values: Values, placeOf: PlaceOf): Values =>
  mapValues(attributes, values, (value, attribute) =>
    mapComponents(attribute, value, (part, index) => {
      const place = (): string => `${placeOf(attribute)}.${index} ${componentUidOf(attribute, part)}`;
      const inner = componentAttributes(schema, attribute, part);
      const inside = fillComponentIds(schema, inner, part, ({ name }) => `${place()}.${name}`);
      return part.id === undefined ? { id: hashPlace(place()), ...inside } : inside;
    }),
  );

const hashPlace = (place: string): number => hash('sha256', place, 'buffer').readUIntBE(0, 6);
