// Writes the values of a version as plain data, in the form of a body: as far as the caller may see them, and as the content
// type still takes them.
import { mayReadEveryDraft } from '../../platform/access/index.ts';
import {
  componentsOf,
  componentAttributes,
  componentUidOf,
  linksOf,
  systemFields,
  targetUidOf,
  type Link,
  type StoredComponent,
  type Transaction,
} from '../../platform/db/index.ts';
import { formatScalar } from '../../read/execute/index.ts';
import {
  builtInUids,
  isOwningSide,
  typeOf,
  type Attribute,
  type Attributes,
  type LinkAttribute,
  type RelationAttribute,
} from '../../schema/index.ts';
import { existingAmong, type RelatableDocuments } from '../../write/documents/index.ts';
import { relatableDocumentsFor } from '../../write/permissions/index.ts';
import type { VersionContext } from './versionContext.ts';
import { isStillReadable, type StoredValues, type VersionAttributes } from './versionSchema.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value of a version that the content type no longer takes. */
export interface UnknownValue {
  /** The attribute, with the attributes and positions of the components that contain it: `sections.2.subtitle`. */
  readonly path: string;
  /** The type that the attribute had; null: it is not known. */
  readonly type: string | null;
  /** Only of attributes without components and relations. */
  readonly value?: unknown;
}

export interface PlainValues {
  readonly values: Values;
  /** Those that the caller may see. */
  readonly unknown: readonly UnknownValue[];
  /** Links to documents that no longer exist, of types of which the caller may find all documents. */
  readonly missing: readonly MissingLinks[];
}

/** How many links of an attribute have no targets any more. */
export interface MissingLinks {
  readonly path: string;
  readonly count: number;
}

export const countMissing = (missing: readonly MissingLinks[]): number =>
  missing.reduce((sum, { count }) => sum + count, 0);

/** What is written of a version. */
export interface PlainOptions {
  /** Whether an attribute is left out. */
  readonly isLeftOut: (attribute: Attribute, isInside: boolean) => boolean;
  /** Also the caller's private attributes are named among unknown ones. */
  readonly seesPrivate: boolean;
}

/** Which targets of links exist for the caller, and which do not exist at all. By uid and documentId. */
interface Targets {
  readonly visible: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

const keyOf = (uid: string, documentId: string): string => `${uid} ${documentId}`;

/** Writes one version; a first pass collects its links. */
class PlainWriter {
  readonly links = new Map<string, Set<string>>();
  readonly unknown: UnknownValue[] = [];
  readonly missing: MissingLinks[] = [];
  readonly #context: VersionContext;
  readonly #relatable: RelatableDocuments | undefined;
  readonly #before: VersionAttributes | undefined;
  readonly #options: PlainOptions;
  readonly #targets: Targets | undefined;

  constructor(
    context: VersionContext,
    relatable: RelatableDocuments | undefined,
    before: VersionAttributes | undefined,
    options: PlainOptions,
    targets?: Targets,
  ) {
    this.#context = context;
    this.#relatable = relatable;
    this.#before = before;
    this.#options = options;
    this.#targets = targets;
  }

  /** @param uid of the component that has the values; `''`: the document */
  write(values: Values, attributes: Attributes, uid: string, path: readonly string[] = []): Values {
    const before = this.#before?.get(uid);
    const plain: Record<string, unknown> = {};
    for (const attribute of attributes.values()) {
      const { name } = attribute;
      if (this.#isLeftOut(attribute, uid !== '')) continue;
      const old = before?.get(name);
      // The version is older than the attribute.
      if (old === undefined && values[name] === undefined) continue;
      if (old !== undefined && !isStillReadable(old, attribute, this.#options.seesPrivate)) {
        this.#noteUnknown(old, [...path, name], values[name]);
        continue;
      }
      plain[name] = this.#value(attribute, values[name], [...path, name]);
    }
    for (const name of new Set([...Object.keys(values), ...(before?.keys() ?? [])]))
      // Names that begin with "_" are reserved: no attribute has one.
      if (!attributes.has(name) && !systemFields.has(name) && !name.startsWith('_'))
        this.#noteUnknown(before?.get(name), [...path, name], values[name]);
    return plain;
  }

  #isLeftOut(attribute: Attribute, isInside: boolean): boolean {
    if (attribute.type === 'password' || this.#options.isLeftOut(attribute, isInside)) return true;
    if (attribute.kind !== 'relation' && attribute.kind !== 'morph') return false;
    return !isOwningSide(attribute) || (attribute.kind === 'relation' && this.#isHiddenType(attribute.target));
  }

  /** Files need no permission of their own: a caller who sees a document sees its files. */
  #isHiddenType(uid: string): boolean {
    return uid !== builtInUids.file && this.#relatable?.type(uid) === false;
  }

  /** Without its definition, an attribute may have been private, or a relation to what the caller may not find. */
  #noteUnknown(old: Attribute | undefined, path: readonly string[], value: unknown): void {
    if (old?.type === 'password' || (old?.private !== false && !this.#options.seesPrivate)) return;
    if (old?.kind === 'relation' && (!isOwningSide(old) || this.#isHiddenType(old.target))) return;
    // Also an empty relation is named: otherwise its name would say that there are hidden links.
    const isRelation = old?.kind === 'relation' || old?.kind === 'morph';
    if (!isRelation && (value === undefined || value === null)) return;
    this.unknown.push({
      path: path.join('.'),
      type: old?.type ?? null,
      ...(old?.kind === 'scalar' ? { value: formatScalar(value, old) } : {}),
    });
  }

  #value(attribute: Attribute, value: unknown, path: readonly string[]): unknown {
    switch (attribute.kind) {
      case 'scalar':
        return formatScalar(value, attribute);
      case 'relation':
      case 'morph': {
        const targets = linksOf(value).flatMap((link) => this.#target(attribute, link));
        const count = linksOf(value).filter((link) => this.#isMissing(attribute, link)).length;
        if (count > 0) this.missing.push({ path: path.join('.'), count });
        return attribute.many ? targets : (targets[0] ?? null);
      }
      case 'component': {
        const parts = componentsOf(value).map((part, index) =>
          this.#component(attribute, part, attribute.repeatable ? [...path, String(index)] : path),
        );
        return attribute.repeatable ? parts : (parts[0] ?? null);
      }
      case 'dynamiczone':
        return componentsOf(value).flatMap((part, index) => {
          const uid = componentUidOf(attribute, part);
          if (attribute.components.includes(uid))
            return [{ __component: uid, ...this.#component(attribute, part, [...path, String(index)]) }];
          this.#noteUnknown(attribute, [...path, String(index)], part);
          return [];
        });
    }
  }

  #component(attribute: Attribute, part: StoredComponent, path: readonly string[]): Values {
    const { schema } = this.#context.service;
    const values = this.write(
      part,
      componentAttributes(schema, attribute, part),
      componentUidOf(attribute, part),
      path,
    );
    return part.id === undefined ? values : { id: part.id, ...values };
  }

  #target(attribute: LinkAttribute | RelationAttribute, link: Link): readonly unknown[] {
    const uid = targetUidOf(attribute, link);
    this.links.set(uid, (this.links.get(uid) ?? new Set<string>()).add(link.to));
    if (this.#targets?.visible.has(keyOf(uid, link.to)) === false) return [];
    return [attribute.kind === 'relation' ? link.to : { __type: uid, documentId: link.to }];
  }

  #isMissing(attribute: LinkAttribute | RelationAttribute, link: Link): boolean {
    return this.#targets?.missing.has(keyOf(targetUidOf(attribute, link), link.to)) === true;
  }
}

/** Finds which of the links lead to documents that exist for the caller. */
const findTargets = async (
  { service, caller, draftQuery: { visible }, key, locales }: VersionContext,
  relatable: RelatableDocuments | undefined,
  links: PlainWriter['links'],
  unit: Transaction,
): Promise<Targets> => {
  const locale = key.locale ?? locales.defaultLocale;
  const found = { visible: new Set<string>(), missing: new Set<string>() };
  for (const [uid, ids] of links) {
    if (!service.schema.types.has(uid)) continue;
    const type = typeOf(service.schema, uid);
    const isFile = uid === builtInUids.file;
    if (!isFile && relatable?.type(uid) === false) continue;
    const existing = await existingAmong(unit, type, [...ids], locale);
    const seen =
      isFile || relatable === undefined ? existing : await relatable.documents(unit, type, [...existing], locale);
    for (const documentId of seen) found.visible.add(keyOf(uid, documentId));
    // Where the caller does not see every document, a missing one may have been hidden too.
    if (visible.has(uid) || (type.draftAndPublish && !mayReadEveryDraft(caller, uid))) continue;
    for (const documentId of ids) if (!existing.has(documentId)) found.missing.add(keyOf(uid, documentId));
  }
  return found;
};

/**
 * Writes the values of a version as plain data. Passwords are left out, and so are relations that other documents store.
 */
export const plainValues = async (
  context: VersionContext,
  { stored, before }: StoredValues,
  options: PlainOptions,
  unit: Transaction,
): Promise<PlainValues> => {
  const { service, caller, locales, type } = context;
  const relatable = relatableDocumentsFor(service, caller, locales);
  const first = new PlainWriter(context, relatable, before, options);
  first.write(stored, type.attributes, '');
  const targets = await findTargets(context, relatable, first.links, unit);
  const writer = new PlainWriter(context, relatable, before, options, targets);
  const plain = writer.write(stored, type.attributes, '');
  return { values: plain, unknown: writer.unknown, missing: writer.missing };
};
