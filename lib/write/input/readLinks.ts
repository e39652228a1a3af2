// Parses every form in which a body may write a relation or media attribute.
import { isObject, type JsonObject } from '../../schema/index.ts';
import { invalidKey } from '../../errors.ts';
import { keyPath, formatPath, type Path } from './paths.ts';
import type { InputContext, LinkEdit, TargetRef } from './types.ts';
import { addFault, readPosition, readTarget, type LinkAttribute } from './readTarget.ts';

type Connection = Extract<LinkEdit, { kind: 'change' }>['connect'][number];

const editKeys = ['set', 'connect', 'disconnect', 'options'];

/** As in Strapi, a single value means a list with it, and nulls in a list are dropped. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const readEach = <T>(value: unknown, path: Path, read: (item: unknown, at: Path) => T | undefined): readonly T[] =>
  listOf(value).flatMap((item, index) => {
    if (item === null || item === undefined) return [];
    const found = read(item, Array.isArray(value) ? [...path, String(index)] : path);
    return found === undefined ? [] : [found];
  });

const isEmpty = (value: unknown): boolean => listOf(value).every((item) => item === null || item === undefined);

/** Refuses several documents for a single relation. Strapi keeps one of them at random. */
const checkSingleTarget = (
  context: InputContext,
  attribute: LinkAttribute,
  targets: readonly TargetRef[],
  path: Path,
  value: unknown,
): void => {
  const distinct = new Set(targets.map(({ documentId, id, type }) => JSON.stringify([documentId ?? id, type])));
  if (!attribute.many && distinct.size > 1) addFault(context, path, 'one document', value);
};

const readSet = (context: InputContext, attribute: LinkAttribute, value: unknown, path: Path): LinkEdit => {
  const targets = readEach(value, path, (item, at) => readTarget(context, attribute, item, at));
  checkSingleTarget(context, attribute, targets, path, value);
  return { kind: 'set', targets };
};

/**
 * Reads whether a position must name a document that is connected. Strapi ignores invalid options of most relations.
 *
 * @throws ApiError 400 for an unknown option
 */
const readStrict = (context: InputContext, options: unknown, path: Path): boolean => {
  const { strict = true, ...others } = isObject(options) ? options : {};
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(path), 'body');
  if (isObject(options) && typeof strict === 'boolean') return strict;
  addFault(context, [...path, 'options'], 'an object, in which strict is true or false', options);
  return true;
};

const readChange = (
  context: InputContext,
  attribute: LinkAttribute,
  value: JsonObject,
  path: Path,
  strict: boolean,
): LinkEdit => {
  const disconnect = readEach(value.disconnect, [...path, 'disconnect'], (item, at) =>
    readTarget(context, attribute, item, at),
  );
  const connect = readEach(value.connect, [...path, 'connect'], (item, at): Connection | undefined => {
    const target = readTarget(context, attribute, item, at, ['position']);
    const position = readPosition(context, attribute, item, at);
    return target === undefined || position === undefined ? undefined : { target, position };
  });
  const targets = connect.map(({ target }) => target);
  checkSingleTarget(context, attribute, targets, [...path, 'connect'], value.connect);
  return { kind: 'change', disconnect, connect, strict };
};

const readEdit = (context: InputContext, attribute: LinkAttribute, value: JsonObject, path: Path): LinkEdit => {
  const unknown = Object.keys(value).find((key) => !editKeys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(path), 'body');
  const strict = readStrict(context, value.options ?? {}, path);
  // As in Strapi, `set: null` has no effect.
  if (value.set === undefined || value.set === null) return readChange(context, attribute, value, path, strict);
  if (!isEmpty(value.connect) || !isEmpty(value.disconnect)) {
    const message = `${formatPath(path)} takes either set, or connect and disconnect`;
    context.faults.push({ path, message, value });
  }
  return readSet(context, attribute, value.set, [...path, 'set']);
};

/**
 * Reads the value of a relation in every form that Strapi accepts. Whether the targets exist is checked later.
 *
 * @param value an id, a documentId, an object that names one, a list of these, `{set}`, `{connect, disconnect, options}`, or null
 * @returns the edit; invalid targets are left out of it and added to the faults of the context
 * @throws ApiError 400 for an unknown key
 */
export const readLinks = (context: InputContext, attribute: LinkAttribute, value: unknown, path: Path): LinkEdit => {
  if (value === null) return { kind: 'set', targets: [] };
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0 || keys.some((key) => editKeys.includes(key)))
      return readEdit(context, attribute, value, path);
  }
  return readSet(context, attribute, value, path);
};
