// Reads the entries from the body of a bulk request.
import type { Action } from '../../platform/access/index.ts';
import { invalid, invalidKey, refuseFaults, type InvalidValue } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';
import { isEntryKind, entryKinds, type BulkEntry } from './entryKinds.ts';

const entriesOf = (body: unknown): readonly unknown[] | undefined =>
  isObject(body) && Array.isArray(body.data) ? (body.data as readonly unknown[]) : undefined;

const maxEntries = 500;

/** Every action that a bulk request can ask for. */
export const bulkActions: readonly Action[] = Object.values(entryKinds).map(({ action }) => action);

/** The actions that a body asks for, even if the body has faults; `update` if it asks for none. */
export const actionsIn = (body: unknown): readonly [Action, ...Action[]] => {
  const names = (entriesOf(body) ?? []).flatMap((entry) =>
    isObject(entry) ? Object.keys(entry).filter(isEntryKind) : [],
  );
  const [first = 'update', ...others] = new Set(names.map((name) => entryKinds[name].action));
  return [first, ...others];
};

/**
 * Reads one entry and adds its faults to the list. Faults do not repeat values, which may be passwords in the wrong
 * place.
 */
const readEntry = (value: unknown, index: string, faults: InvalidValue[]): readonly BulkEntry[] => {
  const [kind = '', ...others] = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || !isEntryKind(kind) || others.length > 0) {
    const message = `An entry must be an object with one key, of ${Object.keys(entryKinds).join(', ')}`;
    faults.push({ path: [index], message, value: undefined });
    return [];
  }
  const fields = value[kind];
  if (!isObject(fields)) {
    faults.push({ path: [index, kind], message: `${kind} must be an object`, value: undefined });
    return [];
  }
  const takes: readonly string[] = entryKinds[kind].takes;
  for (const key of Object.keys(fields))
    if (!takes.includes(key))
      faults.push({ path: [index, kind, key], message: `Invalid key ${key}`, value: undefined });
  const { documentId = '', data } = fields;
  if (takes.includes('documentId') && (typeof documentId !== 'string' || documentId === ''))
    faults.push({ path: [index, kind, 'documentId'], message: 'documentId must be a string', value: documentId });
  return [{ kind, documentId: String(documentId), data }];
};

/**
 * @param body `{data: [{create: {…}}, …], atomic}`
 * @throws ApiError 400 naming every invalid entry
 */
export const readBulk = (body: unknown): { readonly entries: readonly BulkEntry[]; readonly atomic: boolean } => {
  const list = entriesOf(body);
  if (!isObject(body) || list === undefined) throw invalid('data must be a list of entries', { path: 'data' });
  const unknown = Object.keys(body).find((key) => key !== 'data' && key !== 'atomic');
  if (unknown !== undefined) throw invalidKey(unknown, '', 'body');
  const { atomic = true } = body;
  if (typeof atomic !== 'boolean') throw invalid('atomic must be true or false', { path: 'atomic' });
  if (list.length > maxEntries)
    throw invalid(`data has ${list.length} entries, and ${maxEntries} are allowed`, { path: 'data' });
  const faults: InvalidValue[] = [];
  const entries = list.flatMap((value, index) => readEntry(value, String(index), faults));
  refuseFaults(faults);
  return { entries, atomic };
};
