// Builds a version in stored form from a row and its links.
import type { Link, StoredComponent, Version } from '../../lib/platform/db/index.ts';
import {
  builtInUids,
  ignoredFileAttributes,
  isObject,
  isOwningSide,
  type Attribute,
  type AttributeHolder,
  type JsonObject,
  type LinkAttribute,
  type Schema,
} from '../../lib/schema/index.ts';
import { storedScalar } from '../../lib/write/input/index.ts';
import { type ArchiveRow, readTime } from './archiveRow.ts';
import type { ImportContext } from './importContext.ts';
import type { RoutedLink } from './routeLinks.ts';
import type { Misfit } from './types.ts';

/** The links of a row or component. */
export type FindLinks = (uid: string, id: number) => readonly RoutedLink[];

/** Whether no version of a document is imported, so that links to it lead to nothing. */
export type IsLeftOut = (uid: string, documentId: string) => boolean;

export interface BuiltVersion {
  readonly version: Version;
  /** The links of the row and of its components. */
  readonly links: readonly RoutedLink[];
  readonly misfits: readonly Misfit[];
}

/** What Strapi adds to the values of every row and component. */
const systemKeys = new Set([
  ...['id', 'documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt', '__component'],
  ...['createdBy', 'updatedBy', 'localizations', 'vuid', 'versionNumber', 'isVisibleInListView'],
]);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

type Values = Record<string, unknown>;

class VersionBuilder {
  readonly misfits: Misfit[] = [];
  readonly links: RoutedLink[] = [];
  private readonly schema: Schema;
  private readonly context: ImportContext;
  private readonly row: ArchiveRow;
  private readonly findLinks: FindLinks;
  private readonly isLeftOut: IsLeftOut;

  constructor(context: ImportContext, row: ArchiveRow, findLinks: FindLinks, isLeftOut: IsLeftOut) {
    this.schema = context.schema;
    this.context = context;
    this.row = row;
    this.findLinks = findLinks;
    this.isLeftOut = isLeftOut;
  }

  /** @param archiveUid the uid of the holder in the archive */
  valuesOf(
    holder: AttributeHolder,
    archiveUid: string,
    data: JsonObject,
    id: unknown,
    path: readonly string[],
  ): Values {
    const values: Values = {};
    const links = Number.isSafeInteger(id) ? this.findLinks(holder.uid, Number(id)) : [];
    for (const attribute of holder.attributes.values()) {
      const value = isOwningSide(attribute)
        ? this.linksOf(
            attribute,
            links.filter(({ field }) => field === attribute.name),
            path,
          )
        : this.valueOf(attribute, data[attribute.name], [...path, attribute.name]);
      if (value !== undefined) values[attribute.name] = value;
    }
    this.checkKeys(holder, archiveUid, data, path);
    return values;
  }

  /** Reports times that the version gets another value for. */
  checkTimes(): void {
    for (const name of ['createdAt', 'updatedAt', 'publishedAt']) {
      const value = this.row.data[name];
      if (!isEmpty(value) && readTime(value) === undefined) this.add('part', [name], 'is no time', value);
    }
  }

  private valueOf(attribute: Attribute, value: unknown, path: readonly string[]): unknown {
    if (value === undefined) return undefined;
    switch (attribute.kind) {
      case 'scalar':
        return storedScalar(attribute, value);
      case 'relation':
      case 'morph':
        return undefined;
      case 'component':
        if (value === null) return attribute.repeatable ? undefined : null;
        if (!Array.isArray(value)) return this.componentOf(attribute.component, value, path);
        return value.map((one: unknown, index) => this.componentOf(attribute.component, one, [...path, String(index)]));
      case 'dynamiczone':
        if (value === null) return undefined;
        if (!Array.isArray(value)) return value;
        return value.flatMap((one: unknown, index) => {
          const entry = this.zoneEntryOf(attribute.components, one, [...path, String(index)]);
          return entry === undefined ? [] : [entry];
        });
    }
  }

  private componentOf(uid: string, value: unknown, path: readonly string[]): unknown {
    const component = this.schema.components.get(uid);
    return component === undefined || !isObject(value) ? value : this.valuesOf(component, uid, value, value.id, path);
  }

  private zoneEntryOf(
    allowed: readonly string[],
    value: unknown,
    path: readonly string[],
  ): StoredComponent | undefined {
    const uid = isObject(value) ? value.__component : undefined;
    if (typeof uid === 'string' && allowed.includes(uid))
      return { __component: uid, ...(this.componentOf(uid, value, path) as Values) }; // an object with a known uid
    this.add('part', path, `the project's zone does not take the component ${String(uid)}`, value);
    return undefined;
  }

  private linksOf(
    attribute: LinkAttribute,
    routed: readonly RoutedLink[],
    path: readonly string[],
  ): readonly Link[] | Link | undefined {
    const at = [...path, attribute.name];
    for (const link of routed) this.links.push(link);
    const links = new Map<string, Link>();
    const last = Number.MAX_SAFE_INTEGER;
    for (const link of routed.toSorted((a, b) => (a.position ?? last) - (b.position ?? last))) {
      const { to, type, targetId, inverse } = link;
      if (to === null || this.isLeftOut(type, to)) {
        const why = to === null ? 'the archive does not have' : 'is left out';
        this.add('part', at, `links to ${type} ${targetId}, which ${why}`, link);
        continue;
      }
      const key = `${type} ${to}`;
      if (!links.has(key))
        links.set(key, { to, at: inverse ?? links.size, ...(attribute.kind === 'morph' ? { type } : {}) });
    }
    const all = [...links.values()];
    if (attribute.many) return all.length === 0 ? undefined : all;
    if (all.length > 1) this.add('part', at, `links to ${all.length} documents, and takes one`, all.slice(1));
    return all[0];
  }

  /** Reports values of attributes that the archive's type has and the project's type lacks. */
  private checkKeys(holder: AttributeHolder, archiveUid: string, data: JsonObject, path: readonly string[]): void {
    const declared = this.context.archive.schemas.get(archiveUid)?.attributes ?? {};
    for (const [name, value] of Object.entries(data)) {
      if (holder.attributes.has(name) || systemKeys.has(name) || isEmpty(value)) continue;
      if (Object.hasOwn(declared, name) && !isIgnored(holder, name))
        this.add('part', [...path, name], `the project's ${holder.uid} has no such attribute`, value);
    }
  }

  private add(scope: Misfit['scope'], path: readonly string[], message: string, value: unknown): void {
    this.misfits.push({ scope, version: this.row.version, path: path.join('.'), message, value });
  }
}

const isIgnored = ({ uid }: AttributeHolder, name: string): boolean =>
  uid === builtInUids.file && ignoredFileAttributes.includes(name);

/** The time of a row without any; SQL databases may have such rows. */
const noTime = new Date(0);

export const buildVersion = (
  context: ImportContext,
  row: ArchiveRow,
  findLinks: FindLinks,
  isLeftOut: IsLeftOut,
): BuiltVersion => {
  const { type, archiveUid, id, data, version } = row;
  const builder = new VersionBuilder(context, row, findLinks, isLeftOut);
  const values = builder.valuesOf(type, archiveUid, data, id, []);
  const createdAt = readTime(data.createdAt) ?? readTime(data.updatedAt) ?? noTime;
  const updatedAt = readTime(data.updatedAt) ?? createdAt;
  builder.checkTimes();
  return {
    version: {
      ...values,
      ...{ id, createdAt, updatedAt },
      ...(version === 'published' ? { publishedAt: readTime(data.publishedAt) ?? updatedAt } : {}),
    },
    links: builder.links,
    misfits: builder.misfits,
  };
};
