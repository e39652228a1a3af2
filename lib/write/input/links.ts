// Parses every form in which a body may write a relation or media attribute.
import { isObject, type JsonObject } from '../../schema/index.ts';
import { invalidKey } from '../../errors.ts';
import { keyPath, label, type Path } from './paths.ts';
import type { Reading } from './reading.ts';
import { fault, positionOf, targetOf, type LinkAttribute } from './targets.ts';
import type { LinkEdit, TargetRef } from './types.ts';

type Connection = Extract<LinkEdit, { kind: 'change' }>['connect'][number];

const edits = ['set', 'connect', 'disconnect'];

/** As in Strapi, a single value means a list with it, and nulls in a list are dropped. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const each = <T>(value: unknown, path: Path, read: (item: unknown, at: Path) => T | undefined): readonly T[] =>
  listOf(value).flatMap((item, index) => {
    if (item === null || item === undefined) return [];
    const found = read(item, Array.isArray(value) ? [...path, String(index)] : path);
    return found === undefined ? [] : [found];
  });

const isEmpty = (value: unknown): boolean => listOf(value).every((item) => item === null || item === undefined);

/** Refuses several documents for a single relation. Strapi keeps one of them at random. */
const checkOne = (
  reading: Reading,
  attribute: LinkAttribute,
  targets: readonly TargetRef[],
  path: Path,
  value: unknown,
): void => {
  const distinct = new Set(targets.map(({ documentId, id, type }) => JSON.stringify([documentId ?? id, type])));
  if (!attribute.many && distinct.size > 1) fault(reading, path, 'one document', value);
};

const set = (reading: Reading, attribute: LinkAttribute, value: unknown, path: Path): LinkEdit => {
  const targets = each(value, path, (item, at) => targetOf(reading, attribute, item, at));
  checkOne(reading, attribute, targets, path, value);
  return { kind: 'set', targets };
};

const change = (reading: Reading, attribute: LinkAttribute, value: JsonObject, path: Path): LinkEdit => {
  const disconnect = each(value.disconnect, [...path, 'disconnect'], (item, at) =>
    targetOf(reading, attribute, item, at),
  );
  const connect = each(value.connect, [...path, 'connect'], (item, at): Connection | undefined => {
    const target = targetOf(reading, attribute, item, at, ['position']);
    const position = positionOf(reading, attribute, item, at);
    return target === undefined || position === undefined ? undefined : { target, position };
  });
  const targets = connect.map(({ target }) => target);
  checkOne(reading, attribute, targets, [...path, 'connect'], value.connect);
  return { kind: 'change', disconnect, connect };
};

const edit = (reading: Reading, attribute: LinkAttribute, value: JsonObject, path: Path): LinkEdit => {
  const unknown = Object.keys(value).find((key) => !edits.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(path), 'body');
  // As in Strapi, `set: null` has no effect.
  if (value.set === undefined || value.set === null) return change(reading, attribute, value, path);
  if (!isEmpty(value.connect) || !isEmpty(value.disconnect)) {
    const message = `${label(path)} takes either set, or connect and disconnect`;
    reading.faults.push({ path, message, value });
  }
  return set(reading, attribute, value.set, [...path, 'set']);
};

/**
 * The accepted forms are those in FACTS.md, "Relations in bodies". Whether the targets exist is checked later.
 *
 * @param value an id, a documentId, an object that names one, a list of these, `{set}`, `{connect, disconnect}`, or null
 * @returns the edit; invalid targets are left out of it and added to the faults of the reading
 * @throws ApiError 400 for an unknown key
 */
export const linksOf = (reading: Reading, attribute: LinkAttribute, value: unknown, path: Path): LinkEdit => {
  if (value === null) return { kind: 'set', targets: [] };
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0 || keys.some((key) => edits.includes(key))) return edit(reading, attribute, value, path);
  }
  return set(reading, attribute, value, path);
};
