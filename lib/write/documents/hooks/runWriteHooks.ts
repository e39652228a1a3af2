// Runs the hooks of a write on the version that it writes.
import { isDeepStrictEqual } from 'node:util';
import { ApiError, refuseFaults, type InvalidValue } from '../../../errors.ts';
import { builtInUids, isObject, type ContentType } from '../../../schema/index.ts';
import { redactFault, type CheckedBody, type CheckedInput } from '../../input/index.ts';
import { ProjectCodeError } from '../../../platform/extensions/index.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { applyInput, targetsOf } from '../lifecycle/applyInput.ts';
import { checkBody } from '../lifecycle/checkDocumentBody.ts';
import type { FindTarget } from '../links/applyLinks.ts';
import { findTargets, type Targets } from '../links/findTargets.ts';
import { StoredComponents } from '../values/storedComponents.ts';
import { withFreeUids, withoutChanged } from '../values/uids.ts';
import { deepFreeze, plainInverseEdits, plainValues, toPlain, valueAt } from './hookValues.ts';
import type { Hook, HookedWrite, PlainValues, WriteHooks } from './types.ts';

/** The version that a write makes. */
export interface WrittenValues {
  /** In stored form. */
  readonly values: PlainValues;
  /** The body, with what the hooks changed. */
  readonly input: CheckedInput;
  readonly targets: Targets;
}

/** The write that the hooks run on. */
export interface HookedTarget {
  readonly type: ContentType;
  readonly write: Omit<HookedWrite, 'uid' | 'data' | 'previous'>;
  /** The stored values before the write. */
  readonly previous: PlainValues | undefined;
  readonly now: Date;
  /** The names of the uids that the write generated. */
  readonly made?: ReadonlySet<string> | undefined;
}

interface HookedValues extends WrittenValues {
  /** The names of the attributes that the hooks changed. */
  readonly changed: ReadonlySet<string>;
  /** The faults that `validate` reported. */
  readonly faults: readonly InvalidValue[];
}

const dataOf = ({ schema }: Service, { attributes }: ContentType, written: WrittenValues): PlainValues =>
  deepFreeze({
    ...plainValues(schema, attributes, written.values),
    ...plainInverseEdits(attributes, written.input, written.targets.find),
  });

/**
 * @returns the attributes of the returned object that differ from `data`
 * @throws ProjectCodeError for a value that is no object, or has what JSON does not have
 */
const changesIn = (name: string, data: PlainValues, returned: unknown): PlainValues => {
  if (returned === undefined || returned === null) return {};
  if (!isObject(returned)) throw new ProjectCodeError(name, new TypeError('it must return an object, or nothing'));
  try {
    const entries = Object.entries(returned).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, toPlain(value)] as const],
    );
    return Object.fromEntries(
      entries.filter(([key, value]) => !Object.hasOwn(data, key) || !isDeepStrictEqual(value, data[key])),
    );
  } catch (error) {
    throw new ProjectCodeError(name, error);
  }
};

/** Email addresses of users are stored in lower case: a login looks for nothing else. */
const withStoredEmail = ({ uid }: ContentType, changes: PlainValues): PlainValues =>
  uid === builtInUids.user && typeof changes.email === 'string'
    ? { ...changes, email: changes.email.toLowerCase() }
    : changes;

/** @throws ApiError 400 for values that the type does not allow; ProjectCodeError for what it does not have */
const checkChanges = async (
  service: Service,
  { type, write }: HookedTarget,
  name: string,
  changes: PlainValues,
): Promise<CheckedBody> => {
  let checked: CheckedBody;
  try {
    checked = await checkBody(service, { type, status: write.status }, changes);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500 && error.details.errors === undefined;
    throw isRefused ? new ProjectCodeError(name, error) : error;
  }
  refuseFaults(checked.errors);
  return checked;
};

/** Finds a target in the results of two lookups. */
const findInBoth =
  (first: FindTarget, second: FindTarget): FindTarget =>
  (uid, ref) =>
    first(uid, ref) ?? second(uid, ref);

/** Applies what a hook changed as if it was a body. */
const applyChanges = async (
  service: Service,
  unit: Transaction,
  target: HookedTarget,
  name: string,
  written: WrittenValues,
  changes: PlainValues,
): Promise<WrittenValues> => {
  const { schema } = service;
  const { type, write, now } = target;
  const { input } = await checkChanges(service, target, name, changes);
  const { locale } = written.targets.linked;
  const found = await findTargets(unit, schema, targetsOf(input, type.attributes, schema), {
    locale,
    relatable: undefined,
    document: { type, documentId: write.documentId, before: {}, others: [] },
  });
  refuseFaults(found.errors);
  const faults: InvalidValue[] = [];
  const find = findInBoth(found.find, written.targets.find);
  const components = new StoredComponents(schema, type.attributes, [written.values], faults);
  const context = { schema, find, at: now.getTime(), path: [], faults, components };
  const values = applyInput(written.values, input, type.attributes, context);
  refuseFaults(faults);
  return {
    values,
    input: new Map([...written.input, ...input]),
    targets: {
      find,
      errors: [],
      linked: { locale, targets: [...written.targets.linked.targets, ...found.linked.targets] },
    },
  };
};

/**
 * The revisions of a document in all of its locales. A single type has only one document, so a document with another id
 * is the same one.
 */
const revisionsOf = async (
  { db, options }: Transaction,
  { collectionName, kind }: ContentType,
  documentId: string,
): Promise<readonly unknown[]> =>
  db
    .collection<StoredDocument>(collectionName)
    .find(kind === 'singleType' ? {} : { documentId }, {
      ...options,
      projection: { _id: 0, documentId: 1, locale: 1, revision: 1 },
    })
    .sort({ documentId: 1, locale: 1 })
    .toArray();

/**
 * Runs work of hooks on a document.
 *
 * @param work calls its argument before each operation of a hook: without one, nothing has to be read
 * @throws ProjectCodeError if it changes the document itself, also through a relation
 */
export const withoutOwnChange = async <T>(
  unit: Transaction,
  type: ContentType,
  documentId: string,
  work: (beforeUse: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  let before: readonly unknown[] | undefined;
  const result = await work(async () => {
    before ??= await revisionsOf(unit, type, documentId);
  });
  if (before === undefined || isDeepStrictEqual(before, await revisionsOf(unit, type, documentId))) return result;
  const message = `a hook changed the ${type.uid} that is being written: return the changes from beforeWrite instead`;
  throw new ProjectCodeError(`A hook on ${type.uid}`, new Error(message));
};

/**
 * The value that a fault repeats. Objects are left out: they can hold relations to documents that are hidden from the
 * caller, and that the body does not name.
 */
const scalarAt = (data: PlainValues, path: readonly string[]): unknown => {
  const value = valueAt(data, path);
  return typeof value === 'object' && value !== null ? undefined : value;
};

/**
 * Runs `beforeWrite` of each file, then `validate` of each file.
 *
 * @param unit a transaction
 * @throws ApiError 400 for changes that the type does not allow, 503 when a hook takes too long, and what a hook throws as an
 *   ApiError; ProjectCodeError for any other error of a hook
 */
export const runWriteHooks = (
  service: Service,
  unit: Transaction,
  hooks: WriteHooks,
  target: HookedTarget,
  written: WrittenValues,
): Promise<HookedValues> =>
  withoutOwnChange(unit, target.type, target.write.documentId, async (beforeUse) => {
    const { schema } = service;
    const { type } = target;
    const previous = target.previous && deepFreeze(plainValues(schema, type.attributes, target.previous));
    const run = <T>(hook: Hook<HookedWrite, T>, data: PlainValues): Promise<T> =>
      hook.run(unit, { ...target.write, uid: type.uid, data, previous }, beforeUse);
    const changed = new Set<string>();
    let current = written;
    for (const hook of hooks.beforeWrite) {
      const data = dataOf(service, type, current);
      const changes = withStoredEmail(type, changesIn(hook.name, data, await run(hook, data)));
      if (Object.keys(changes).length === 0) continue;
      current = await applyChanges(service, unit, target, hook.name, current, changes);
      for (const name of Object.keys(changes)) changed.add(name);
    }
    const data = dataOf(service, type, current);
    const faults: InvalidValue[] = [];
    for (const hook of hooks.validate)
      for (const { path, message } of await run(hook, data))
        faults.push(redactFault(schema, type, { path, message, value: scalarAt(data, path) }));
    const made = withoutChanged(target.made ?? new Set(), changed);
    const values = await withFreeUids(unit, type, target.write.locale, current.values, made);
    return { ...current, values, changed, faults };
  });
