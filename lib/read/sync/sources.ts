// Finds the types of a sync: their names, and what the caller may see of each.
import { createHash } from 'node:crypto';
import { hasPermission, uploadUid, type Caller } from '../../platform/access/index.ts';
import { ApiError, forbidden } from '../../errors.ts';
import { readStoredSelection, type Populate, type ReadContext, type Selection } from '../query/index.ts';
import { builtInUids, typeOf, type ContentType, type Schema } from '../../schema/index.ts';

export interface SyncSource {
  /** The path of the type below `/api/`. */
  readonly name: string;
  readonly type: ContentType;
  readonly select: Selection;
}

const typesOf = (schema: Schema): ReadonlyMap<string, ContentType> =>
  new Map([...schema.served, ['upload/files', typeOf(schema, builtInUids.file)]]);

const isPermitted = (caller: Caller, { uid }: ContentType): boolean =>
  hasPermission(caller, 'find', uid === builtInUids.file ? uploadUid : uid);

const unknownType = (name: string, knownNames: Iterable<string>): ApiError =>
  new ApiError(404, 'NotFoundError', `Unknown type ${name}: expected ${[...knownNames].join(', ')}`, { path: 'types' });

const partlyVisible = (name: string): ApiError =>
  new ApiError(403, 'ForbiddenError', `You cannot sync ${name}: you may find only some of its documents`, {
    path: 'types',
  });

/**
 * @param requested type names, separated by commas; undefined: all types of which the caller may find every document
 * @returns the sources, in the order of the names
 * @throws ApiError 404 for an unknown name; 403 for a type of which the caller may not find every document, and when no
 *   type is left
 */
export const findSources = (
  requested: string | undefined,
  caller: Caller,
  context: ReadContext,
): readonly SyncSource[] => {
  const types = typesOf(context.schema);
  const names = new Map([...types].map(([name, { uid }]) => [uid, name]));
  const source = (name: string, type: ContentType): SyncSource | undefined => {
    const select = readStoredSelection(type, caller, names, context);
    return select === undefined ? undefined : { name, type, select };
  };
  if (requested === undefined) {
    const sources = [...types]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, type]) => {
        const found = isPermitted(caller, type) ? source(name, type) : undefined;
        return found === undefined ? [] : [found];
      });
    if (sources.length === 0) throw forbidden();
    return sources;
  }
  return requested.split(',').map((name) => {
    const type = types.get(name);
    if (type === undefined) throw unknownType(name, types.keys());
    if (!isPermitted(caller, type)) throw forbidden();
    const found = source(name, type);
    if (found === undefined) throw partlyVisible(name);
    return found;
  });
};

/** The structure of a selection, for the hash. A selection inside itself is replaced by its number. */
const outlineSelection = (select: Selection, known: Map<Selection, number>): unknown => {
  const before = known.get(select);
  if (before !== undefined) return before;
  known.set(select, known.size);
  return [
    select.fields.map(({ name, type }) => [name, type]),
    select.populate.map((populated) => outlinePopulate(populated, known)),
  ];
};

const outlinePopulate = (populated: Populate, known: Map<Selection, number>): unknown => {
  switch (populated.kind) {
    case 'component': {
      const { attribute, select } = populated;
      return [attribute.name, attribute.repeatable, outlineSelection(select, known)];
    }
    case 'zone': {
      const { attribute, on } = populated;
      return [attribute.name, [...on].map(([uid, { select }]) => [uid, outlineSelection(select, known)])];
    }
    case 'links':
      return [populated.attribute.name, populated.attribute.many, ...populated.names];
    case 'relation':
    case 'morph':
    case 'localizations':
      throw new Error(`A stored document has no ${populated.kind}`);
  }
};

/**
 * A hash of the form that documents have for the caller. When it changes, the client's copy is outdated even where no
 * document changed.
 */
export const formHash = (sources: readonly SyncSource[]): string => {
  const outlines = sources.map(({ name, type, select }) => [
    ...[name, type.uid, type.draftAndPublish, type.localized],
    outlineSelection(select, new Map()),
  ]);
  return createHash('sha256').update(JSON.stringify(outlines)).digest('base64url').slice(0, 16);
};
