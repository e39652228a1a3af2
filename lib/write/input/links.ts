// Every form in which a body may write a relation or media, to one kind of edit.
import { isObject, type JsonObject } from '../../schema/index.ts';
import { invalidKey } from '../../errors.ts';
import { keyPath, label, type Path } from './paths.ts';
import type { Reading } from './reading.ts';
import { fault, positionOf, targetOf, type LinkAttribute } from './targets.ts';
import type { LinkEdit, TargetRef } from './types.ts';

type Connection = Extract<LinkEdit, { kind: 'change' }>['connect'][number];

const edits = ['set', 'connect', 'disconnect'];

/** One document stands for a list of it; a null among others for none, as in the reference. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const each = <T>(value: unknown, path: Path, read: (item: unknown, at: Path) => T | undefined): readonly T[] =>
  listOf(value).flatMap((item, index) => {
    if (item === null || item === undefined) return [];
    const found = read(item, Array.isArray(value) ? [...path, String(index)] : path);
    return found === undefined ? [] : [found];
  });

const isEmpty = (value: unknown): boolean => listOf(value).every((item) => item === null || item === undefined);

/** Where the reference keeps one of several at random, all are refused. */
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
  // `set: null` changes nothing, as in the reference.
  if (value.set === undefined || value.set === null) return change(reading, attribute, value, path);
  if (!isEmpty(value.connect) || !isEmpty(value.disconnect)) {
    const message = `${label(path)} takes either set, or connect and disconnect`;
    reading.faults.push({ path, message, value });
  }
  return set(reading, attribute, value.set, [...path, 'set']);
};

/**
 * The forms are those of FACTS.md, "Relations in bodies". Whether the targets exist is not known here.
 *
 * @param value an id, a documentId, an object that names one, a list of these, `{set}`, `{connect, disconnect}`, or null
 * @returns what is asked for; what cannot be understood is added to the reading and missing from it
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
