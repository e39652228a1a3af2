// Reads `populate`: which relations, components and zones are answered, to which depth, and with which fields.
import { ApiError, invalid } from '../../errors.ts';
import {
  componentOf,
  hasLocalizations,
  isContentType,
  isCreatorAttribute,
  typeOf,
  type Attribute,
  type AttributeHolder,
  type ContentType,
} from '../../schema/index.ts';
import { allFields, readFields } from './fields.ts';
import { readFilters } from './filters.ts';
import {
  tooDeepError,
  tooManyPopulatedError,
  creatorAttributesOf,
  mayFindType,
  relatedScope,
  scopeInside,
  visibleNames,
  type Scope,
} from './scope.ts';
import type { RequestedPopulate } from './requestedPopulate.ts';
import {
  entryOf,
  readPopulateTree,
  type PopulateEntries,
  checkKeys,
  allowedKeys,
  param,
  isPopulatable,
  type Populatable,
} from './populateTree.ts';
import { readSort } from './sort.ts';
import { joinPath, booleanOf, isBranch, type Branch, type ErrorLocation, type Tree } from './tree.ts';
import { publishedTargets } from './permittedFilter.ts';
import type { Part, Populate, PopulatedRelation, Selection, Subset } from './types.ts';
import { unknownKey } from './unknownKey.ts';

const localizations = 'localizations';

/** The reader's position: the dotted path, and the depth in relations, components and zones. */
interface PopulateContext {
  readonly scope: Scope;
  readonly path: string;
  readonly level: number;
  /** The types on the path. */
  readonly types: readonly ContentType[];
}

/** Resolves the uids of types or components that an attribute can hold. */
interface HolderLookup {
  readonly of: (uid: string) => AttributeHolder;
  readonly isSeen: (uid: string) => boolean;
}

/** The location of a parameter inside an entry of populate. */
const parameterLocation = (path: string, parameter: string): ErrorLocation => ({
  param,
  path: joinPath(path, parameter),
});

/**
 * The entry of an attribute that no name selects. As in the plugin for Strapi 5, `deep` ends at a relation to a type on the
 * path, and leaves out creators and attributes that are named like the collection of such a type (`author.articles` below an
 * article).
 */
const unnamedEntry = (
  attribute: Populatable,
  { star, deep }: PopulateEntries,
  types: readonly ContentType[],
): Branch | boolean => {
  if (deep <= 0) return star;
  if (attribute.kind === 'relation' && isCreatorAttribute(attribute)) return false;
  if (types.some(({ collectionName }) => collectionName === attribute.name)) return false;
  const ends =
    attribute.kind === 'morph' || (attribute.kind === 'relation' && types.some(({ uid }) => uid === attribute.target));
  return ends || { populate: `deep,${deep}` };
};

/** Where published versions are answered instead of drafts, the caller needs no permission to read drafts. */
const mayPopulate = (scope: Scope, uid: string): boolean =>
  mayFindType(scope.editView === true ? { ...scope, status: 'published' } : scope, uid);

const publishedIn = (scope: Scope, type: ContentType): Pick<PopulatedRelation, 'published'> => {
  const published = publishedTargets(scope, type);
  return published === undefined ? {} : { published };
};

/** Those that exist for the caller. */
const populatableNames = (scope: Scope, holder: AttributeHolder): readonly string[] =>
  visibleNames(scope, holder).filter((name) => isPopulatable(attributeNamed(holder, name), scope.editView));

/** The attributes that can be populated, and the creators. */
const attributesOf = (holder: AttributeHolder): readonly Attribute[] => [
  ...holder.attributes.values(),
  ...creatorAttributesOf(holder),
];

const attributeNamed = (holder: AttributeHolder, name: string): Attribute | undefined =>
  holder.attributes.get(name) ?? creatorAttributesOf(holder).find((attribute) => attribute.name === name);

class PopulateReader {
  private readonly isDefault: boolean;
  private entriesRead = 0;

  constructor(isDefault: boolean) {
    this.isDefault = isDefault;
  }

  /** Reads the selection of one type or component from its `fields` and its populate (`tree`). */
  readSelection(
    fields: Tree | undefined,
    tree: Tree | undefined,
    holder: AttributeHolder,
    place: PopulateContext,
  ): Selection {
    const { scope, path } = place;
    return {
      fields: readFields(fields, holder, scope, path === '' ? undefined : parameterLocation(path, 'fields')),
      populate: this.readEntries(readPopulateTree(tree, path, scope.limits.deepPopulate), holder, place),
    };
  }

  private readEntries(
    chosen: PopulateEntries,
    holder: AttributeHolder,
    { scope, path, level, types: outerTypes }: PopulateContext,
  ): readonly Populate[] {
    const { limits, editView } = scope;
    const { star, entries } = chosen;
    const types = isContentType(holder) ? [...outerTypes, holder] : outerTypes;
    if (level > limits.maxDepth) throw tooDeepError(param, path, limits);
    const localized = isContentType(holder) && hasLocalizations(holder, editView);
    for (const name of entries.keys())
      if (!isPopulatable(attributeNamed(holder, name), editView) && !(localized && name === localizations))
        throw unknownKey(name, joinPath(path, name), param, populatableNames(scope, holder));

    const own = attributesOf(holder).flatMap((attribute): readonly Populate[] => {
      if (!isPopulatable(attribute, editView)) return [];
      const entry = entries.get(attribute.name) ?? unnamedEntry(attribute, chosen, types);
      const at = { scope, path: joinPath(path, attribute.name), level: level + 1, types };
      return entry === false ? [] : this.readReadable(attribute, entry === true ? {} : entry, at);
    });
    const entry = entries.get(localizations) ?? (star || chosen.deep > 0);
    // A caller that received one document may still not be allowed to find others of its type.
    if (!localized || entry === false || !mayFindType(scope, holder.uid)) return own;
    const options = entry === true ? {} : entry;
    const at = { scope: relatedScope(scope), path: joinPath(path, localizations), level: level + 1, types };
    this.countEntry(options, allowedKeys.localizations, at);
    const select = this.readSelection(options.fields, options.populate, holder, at);
    return [...own, { kind: localizations, locales: scope.locales, select }];
  }

  /** Counts one more entry and checks its keys. */
  private countEntry(options: Branch, known: ReadonlySet<string>, { scope, path }: PopulateContext): void {
    checkKeys(options, known, path);
    this.entriesRead += 1;
    if (this.entriesRead > scope.limits.maxPopulated) throw tooManyPopulatedError(param, scope.limits);
  }

  /** As `readEntry`, but leaves out an entry of a default that the caller may not read, because the query does not name it. */
  private readReadable(attribute: Populatable, options: Branch, place: PopulateContext): readonly Populate[] {
    if (!this.isDefault) return this.readEntry(attribute, options, place);
    try {
      return this.readEntry(attribute, options, place);
    } catch (error) {
      if (error instanceof ApiError) return [];
      throw error;
    }
  }

  private readEntry(attribute: Populatable, options: Branch, outer: PopulateContext): readonly Populate[] {
    const { path, scope } = outer;
    const place = { ...outer, scope: scopeInside(scope, attribute) };
    const isToOne = attribute.kind === 'relation' && !attribute.many;
    this.countEntry(options, allowedKeys[isToOne ? 'toOne' : attribute.kind], place);
    switch (attribute.kind) {
      case 'relation': {
        // With `view=edit`, answers have creators in another form.
        if (scope.editView === true && isCreatorAttribute(attribute)) return [];
        if (attribute.type === 'relation' && !mayPopulate(scope, attribute.target)) return [];
        const target = typeOf(scope.schema, attribute.target);
        return [
          {
            kind: 'relation',
            attribute,
            target,
            ...publishedIn(scope, target),
            count: this.readCount(options.count, path) && attribute.type === 'relation',
            start: this.readWholeNumber(options.start, joinPath(path, 'start')) ?? 0,
            limit: this.readWholeNumber(options.limit, joinPath(path, 'limit')),
            ...this.readSubset(options, target, place),
            select: this.readSelection(options.fields, options.populate, target, place),
          },
        ];
      }
      case 'component': {
        const component = componentOf(scope.schema, attribute.component);
        return [
          {
            kind: 'component',
            attribute,
            component,
            count: this.readCount(options.count, path),
            ...this.readEmbedded(options, component, place),
          },
        ];
      }
      case 'dynamiczone':
        return [
          {
            kind: 'zone',
            attribute,
            on: this.readParts(options, attribute.components, place, {
              of: (uid) => componentOf(scope.schema, uid),
              isSeen: (uid) => scope.schema.components.has(uid),
            }),
          },
        ];
      case 'morph': {
        const { types } = scope.schema;
        const on = this.readParts(options, [...types.keys()], place, {
          of: (uid) => typeOf(scope.schema, uid),
          isSeen: (uid) => types.has(uid) && mayPopulate(scope, uid),
        });
        const parts = [...on].map(
          ([uid, part]) => [uid, { ...part, ...publishedIn(scope, typeOf(scope.schema, uid)) }] as const,
        );
        return [{ kind: 'morph', attribute, on: new Map(parts) }];
      }
    }
  }

  /**
   * With `on`, reads the chosen parts; without it, all parts have the same options. Types that the caller may not see
   * are left out, and so is what the attribute does not hold: as in Strapi, one populate can serve several types.
   */
  private readParts(
    options: Branch,
    uids: readonly string[],
    place: PopulateContext,
    holder: HolderLookup,
  ): ReadonlyMap<string, Part> {
    const on = options.on;
    if (on === undefined)
      return this.readUniformParts(
        options,
        new Map(uids.filter(holder.isSeen).map((uid) => [uid, holder.of(uid)])),
        place,
      );
    const at = joinPath(place.path, 'on');
    if (!isBranch(on)) throw invalid(`Invalid value at ${param}.${at}`, { path: at });
    const { components, types } = place.scope.schema;
    return new Map(
      Object.entries(on).flatMap(([uid, tree]): readonly [string, Part][] => {
        const where = joinPath(at, uid);
        if (!components.has(uid) && !types.has(uid)) throw unknownKey(uid, where, param, uids.filter(holder.isSeen));
        const entry = entryOf(tree, where);
        const partOptions = typeof entry === 'boolean' ? {} : entry;
        checkKeys(partOptions, allowedKeys.part, where);
        if (!holder.isSeen(uid)) return [];
        const part = this.readEmbedded(partOptions, holder.of(uid), { ...place, path: where });
        return uids.includes(uid) ? [[uid, part]] : [];
      }),
    );
  }

  /** Reads the parts of a zone or morph without `on`: each part populates the names that it has. */
  private readUniformParts(
    options: Branch,
    holders: ReadonlyMap<string, AttributeHolder>,
    place: PopulateContext,
  ): ReadonlyMap<string, Part> {
    const { scope, path } = place;
    const chosen = readPopulateTree(options.populate, path, scope.limits.deepPopulate);
    const has = (holder: AttributeHolder, name: string): boolean =>
      isPopulatable(attributeNamed(holder, name), scope.editView);
    for (const name of chosen.entries.keys())
      if (![...holders.values()].some((holder) => has(holder, name)))
        throw unknownKey(
          name,
          joinPath(path, name),
          param,
          [...holders.values()].flatMap((holder) => populatableNames(scope, holder)),
        );
    return new Map(
      [...holders].map(([uid, holder]) => {
        const known = new Map([...chosen.entries].filter(([name]) => has(holder, name)));
        const populate = this.readEntries({ ...chosen, entries: known }, holder, place);
        return [uid, { filter: undefined, sort: [], select: { fields: allFields(holder, scope), populate } }];
      }),
    );
  }

  /** Reads the options of a part that is stored inside its document, and is filtered and sorted in memory. */
  private readEmbedded(options: Branch, holder: AttributeHolder, place: PopulateContext): Part {
    const { path } = place;
    const subset = this.readSubset(options, holder, place);
    const related = subset.sort.flatMap(({ through }) => through).find(({ kind }) => kind === 'relation');
    if (related !== undefined && !isContentType(holder))
      throw invalid(`Components cannot be sorted by the relation ${related.name} at ${param}.${path}`, { path });
    return { ...subset, select: this.readSelection(options.fields, options.populate, holder, place) };
  }

  private readSubset(options: Branch, holder: AttributeHolder, { scope, path }: PopulateContext): Subset {
    return {
      filter: readFilters(options.filters, holder, scope, parameterLocation(path, 'filters')),
      sort: readSort(options.sort, holder, scope, parameterLocation(path, 'sort')),
    };
  }

  private readWholeNumber(tree: Tree | undefined, path: string): number | undefined {
    if (tree === undefined) return undefined;
    if (typeof tree !== 'string' || !/^\d{1,9}$/.test(tree))
      throw invalid(`Invalid value at ${param}.${path}, expected a whole number`, { path });
    return Number(tree);
  }

  private readCount(tree: Tree | undefined, path: string): boolean {
    if (tree === undefined) return false;
    const value = booleanOf(tree);
    if (value === undefined) throw unknownKey('count', path, param);
    return value;
  }
}

/**
 * @param fields the parsed `fields` parameter; undefined when absent
 * @param populate what to populate; of a default, entries that the caller cannot read are left out
 * @returns the selection; relations that the caller may not find are left out
 * @throws ApiError 400 for an unknown name or key, at any depth
 */
export const readSelection = (
  fields: Tree | undefined,
  { tree, isDefault }: RequestedPopulate,
  holder: AttributeHolder,
  scope: Scope,
): Selection =>
  new PopulateReader(isDefault).readSelection(fields, tree, holder, { scope, path: '', level: 0, types: [] });
