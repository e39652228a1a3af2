// Restores a version, or some attributes of it, into the draft of its document, for a caller.
import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../errors.ts';
import { requirePermission } from '../../platform/access/index.ts';
import {
  documentName,
  livingDocumentFilter,
  type ExpectedRevisions,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { componentOf, editedVersion, isObject, type Attribute, type Attributes } from '../../schema/index.ts';
import { asTransaction, runWithSource, runWrite, type PreparedWrite } from '../../write/documents/index.ts';
import { prepareCallerUpdate } from '../../write/operations/index.ts';
import { plainValues, type PlainOptions, type PlainValues } from './versionAsBody.ts';
import { checkReadable, readVersionQuery, withVersion, type VersionContext } from './versionContext.ts';
import { readStoredValues } from './versionValues.ts';

type Path = readonly string[];

/** What a restore leaves out of a version. */
export interface LeftOut {
  readonly path: string;
  /** missing: links to documents that no longer exist; unknown: the content type no longer has or takes the attribute. */
  readonly reason: 'missing' | 'unknown';
  /** How many links. */
  readonly count?: number;
}

export interface RestoredVersion {
  /** The document as stored. */
  readonly document: StoredDocument;
  readonly leftOut: readonly LeftOut[];
}

export interface RestoreOptions {
  /** The attributes to restore; undefined: all. */
  readonly paths: readonly Path[] | undefined;
  /** Whether attributes are emptied of which the version has nothing. Else such a path is refused, and without paths they stay as they are. */
  readonly empties?: boolean;
  /** The condition of an `If-Match` header. */
  readonly expected: ExpectedRevisions | undefined;
}

/** All that a body can contain. */
const writable: PlainOptions = {
  isLeftOut: (attribute, isInside) => attribute.writable === false && !isInside,
  seesPrivate: true,
};

/** Finds an attribute, also in components that are no lists. */
const attributeAt = (
  context: VersionContext,
  attributes: Attributes,
  [name = '', ...more]: Path,
): Attribute | undefined => {
  const attribute = attributes.get(name);
  if (more.length === 0 || attribute?.kind !== 'component' || attribute.repeatable)
    return more.length === 0 ? attribute : undefined;
  return attributeAt(context, componentOf(context.service.schema, attribute.component).attributes, more);
};

const valueAt = (values: unknown, [name, ...more]: Path): unknown => {
  if (name === undefined) return values;
  return isObject(values) ? valueAt(values[name], more) : undefined;
};

/** The present values, with the restored one at a path. A component that does not exist now gets the id that it had. */
const withRestored = (present: unknown, restored: unknown, [name, ...more]: Path): unknown => {
  if (name === undefined) return restored;
  const old = isObject(restored) ? restored : {};
  const values = isObject(present) ? present : { id: old.id };
  return { ...values, [name]: withRestored(values[name], old[name], more) };
};

/** What a body says of an attribute that becomes empty: null is no list of components. */
const emptyValue = (attribute: Attribute | undefined): null | readonly [] =>
  attribute?.kind === 'dynamiczone' || (attribute?.kind === 'component' && attribute.repeatable) ? [] : null;

/** The body that restores the paths. @throws ApiError 400 for a path at which the version has nothing to restore */
const bodyFor = (
  context: VersionContext,
  version: PlainValues,
  present: unknown,
  paths: readonly Path[],
  empties: boolean,
): Readonly<Record<string, unknown>> => {
  const { attributes } = context.type;
  let values = present;
  const names = new Set<string>();
  for (const [index, path] of paths.entries()) {
    const [name = ''] = path;
    if (version.unknown.some((one) => one.path === path.join('.'))) continue;
    const attribute = attributeAt(context, attributes, path);
    // Versions do not have the links that the other documents hold.
    const canEmpty = empties && !(attribute?.kind === 'relation' && attribute.side.holds !== 'links');
    if (attribute === undefined || (!canEmpty && valueAt(version.values, path) === undefined))
      throw invalid(
        `There is nothing to restore at ${path.join('.')}: name an attribute that the version has; of a list, only the whole`,
        { path: `data.paths.${index}` },
      );
    values = withRestored(values, version.values, path);
    names.add(name);
  }
  return Object.fromEntries(
    [...names].map((name) => [name, valueAt(values, [name]) ?? emptyValue(attributes.get(name))]),
  );
};

/** The body that restores all. */
const wholeBody = ({ type }: VersionContext, { values, unknown }: PlainValues, present: unknown, empties: boolean) => {
  const names = empties && isObject(present) ? Object.keys(present) : [];
  const emptied = names.filter((name) => !unknown.some(({ path }) => path === name));
  return { ...Object.fromEntries(emptied.map((name) => [name, emptyValue(type.attributes.get(name))])), ...values };
};

/**
 * Leaves out relations that are for the caller what they are now: a list in a body also replaces targets that the caller may not
 * see. Components keep theirs.
 */
const withoutSameLinks = (
  { type }: VersionContext,
  body: Readonly<Record<string, unknown>>,
  present: unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const kind = type.attributes.get(name)?.kind;
      return !((kind === 'relation' || kind === 'morph') && isDeepStrictEqual(value, valueAt(present, [name])));
    }),
  );

const leftOutOf = ({ missing, unknown }: PlainValues, paths: readonly Path[] | undefined): readonly LeftOut[] => {
  const isRestored = ({ path }: LeftOut): boolean =>
    paths === undefined || paths.some((one) => `${path}.`.startsWith(`${one.join('.')}.`));
  return [
    ...missing.map(({ path, count }) => ({ path, reason: 'missing' as const, count })),
    ...unknown.map(({ path }) => ({ path, reason: 'unknown' as const })),
  ].filter(isRestored);
};

/** The draft as the transaction sees it, as plain data. */
const readPresent = async (context: VersionContext, unit: Transaction): Promise<unknown> => {
  const { type, key } = context;
  const edited = editedVersion(type);
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(livingDocumentFilter(type, key.documentId, key.locale), {
      ...unit.options,
      projection: { [edited]: 1 },
      useBigInt64: true,
    });
  const { values } = await plainValues(context, { stored: found?.[edited] ?? {}, before: undefined }, writable, unit);
  return values;
};

/**
 * Prepares the restore of a version as an update by the caller, which validates it and runs the hooks of the project. It makes a
 * version of its own. Links to documents that no longer exist are left out, and so is what the content type no longer takes.
 *
 * @param number as the path names it
 * @param run runs the write; it is called again if the version moves meanwhile
 * @throws ApiError 404 if the version does not exist for the caller; 403 for a document that the caller may not update; 400 for
 *   the paths and for values that are not valid now; 412 for `expected`
 */
export const withRestore = <T>(
  context: VersionContext,
  number: string,
  { paths, empties = false, expected }: Partial<RestoreOptions>,
  run: (write: PreparedWrite<RestoredVersion>) => Promise<T>,
): Promise<T> => {
  const { service, caller, type, text, locales, key } = context;
  requirePermission(caller, 'update', type.uid);
  return withVersion(context, number, async (found) => {
    const query = readVersionQuery(context, text, locales);
    await checkReadable(context, query, found);
    const values = await readStoredValues(context, found, query);
    const attempt = async (unit: Transaction): Promise<RestoredVersion> => {
      const version = await plainValues(context, values, writable, unit);
      const present = await readPresent(context, unit);
      const body =
        paths === undefined
          ? wholeBody(context, version, present, empties)
          : bodyFor(context, version, present, paths, empties);
      const options = { status: 'draft', expected, restored: values.stored } as const;
      const update = await prepareCallerUpdate(
        { service, caller, locales, type, locale: key.locale },
        options,
        context.documentId,
        withoutSameLinks(context, body, present),
      );
      return { document: await update.attempt(unit), leftOut: leftOutOf(version, paths) };
    };
    // A transaction, so that the values between restored ones are those that the update replaces.
    return run(asTransaction({ about: documentName(type, context.documentId), attempt }));
  });
};

/** Restores a version. Throws as `withRestore`. */
export const restoreVersion = (
  context: VersionContext,
  number: string,
  options: RestoreOptions,
): Promise<RestoredVersion> =>
  withRestore(context, number, options, (write) => runWithSource('restore', () => runWrite(context.service, write)));
