// Builds the selection of everything that a document itself stores, which changes only when the document changes.
import {
  builtInUids,
  componentOf,
  typeOf,
  type ContentType,
  type AttributeHolder,
  type MorphAttribute,
  type RelationAttribute,
} from '../../schema/index.ts';
import { allFields } from './fields.ts';
import { isPopulatable, type Populatable } from './populateTree.ts';
import { mayFindType, type Scope } from './scope.ts';
import type { Part, Populate, Selection } from './types.ts';
import { permittedFilter } from './permittedFilter.ts';

/** Links name their targets whether published or not, so the caller must be allowed to find all of them, drafts too. */
const findsAll = (scope: Scope, uid: string): boolean =>
  mayFindType(scope, uid) && permittedFilter('find', typeOf(scope.schema, uid), scope, true) === undefined;

class StoredSelectionReader {
  private readonly scope: Scope;
  private readonly names: ReadonlyMap<string, string>;
  /** A component may contain itself; its selection then contains itself too. */
  private readonly known = new Map<AttributeHolder, Selection>();

  constructor(scope: Scope, names: ReadonlyMap<string, string>) {
    this.scope = { ...scope, status: 'draft' };
    this.names = names;
  }

  select(holder: AttributeHolder): Selection {
    const known = this.known.get(holder);
    if (known !== undefined) return known;
    const populate: Populate[] = [];
    const selection = { fields: allFields(holder, this.scope), populate };
    this.known.set(holder, selection);
    for (const attribute of holder.attributes.values())
      if (isPopulatable(attribute)) populate.push(...this.readAttribute(attribute));
    return selection;
  }

  private readAttribute(attribute: Populatable): readonly Populate[] {
    switch (attribute.kind) {
      case 'component': {
        const component = componentOf(this.scope.schema, attribute.component);
        return [{ kind: 'component', attribute, component, count: false, ...this.readPart(attribute.component) }];
      }
      case 'dynamiczone':
        return [
          {
            kind: 'zone',
            attribute,
            on: new Map(attribute.components.map((uid) => [uid, this.readPart(uid)] as const)),
          },
        ];
      case 'relation':
        return attribute.side.holds === 'links' ? this.readLinks(attribute, [attribute.target]) : [];
      case 'morph':
        return this.readLinks(attribute, [...this.scope.schema.types.keys()]);
    }
  }

  private readPart(uid: string): Part {
    return { filter: undefined, sort: [], select: this.select(componentOf(this.scope.schema, uid)) };
  }

  /** Files need no permission of their own: a caller who sees a document sees its files. */
  private readLinks(attribute: RelationAttribute | MorphAttribute, uids: readonly string[]): readonly Populate[] {
    const seen = uids.filter((uid) => uid === builtInUids.file || findsAll(this.scope, uid));
    const names = new Map(seen.map((uid) => [uid, this.names.get(uid) ?? uid]));
    return names.size === 0 ? [] : [{ kind: 'links', attribute, names }];
  }
}

/**
 * The selection of everything that a document stores and the caller may see: scalars, components and zones at any
 * depth, and of the relations that the document owns, the links, which only name their targets. The selection is
 * circular when a component may contain itself.
 *
 * @param names what links call a type, by its uid; other types are called by their uid
 */
export const storedSelectionOf = (type: ContentType, scope: Scope, names: ReadonlyMap<string, string>): Selection =>
  new StoredSelectionReader(scope, names).select(type);
