// Builds the query that reads a full document for the payload of an event.
import { administrator } from '../../platform/access/index.ts';
import {
  componentOf,
  systemAttributes,
  typeOf,
  type AttributeHolder,
  type ContentType,
  type Status,
} from '../../schema/index.ts';
import { allFields } from './fields.ts';
import { isPopulatable, type Populatable } from './populateTree.ts';
import type { Scope } from './scope.ts';
import type { Part, Populate, Query, Selection } from './types.ts';

/** All related documents or parts, in the editor's order. */
const everything = { filter: undefined, sort: [] } as const;

const ownFieldsOf = (holder: AttributeHolder, scope: Scope): Selection => ({
  fields: allFields(holder, scope),
  populate: [],
});

/** @param enclosing the uids of the enclosing components: a component inside itself is left out, because it has no end */
const fullSelectionOf = (holder: AttributeHolder, scope: Scope, enclosing: readonly string[]): Selection => ({
  fields: allFields(holder, scope),
  populate: [...holder.attributes.values()]
    .filter((attribute) => isPopulatable(attribute))
    .flatMap((attribute) => populateAttribute(attribute, scope, enclosing)),
});

const partsOf = (
  uids: Iterable<string>,
  selectionOf: (uid: string) => Selection | undefined,
): ReadonlyMap<string, Part> =>
  new Map(
    [...uids].flatMap((uid): readonly [string, Part][] => {
      const select = selectionOf(uid);
      return select === undefined ? [] : [[uid, { ...everything, select }]];
    }),
  );

const populateAttribute = (attribute: Populatable, scope: Scope, enclosing: readonly string[]): readonly Populate[] => {
  const { schema } = scope;
  const componentSelection = (uid: string): Selection | undefined =>
    enclosing.includes(uid) ? undefined : fullSelectionOf(componentOf(schema, uid), scope, [...enclosing, uid]);
  switch (attribute.kind) {
    case 'relation': {
      const target = typeOf(schema, attribute.target);
      const rest = { ...everything, count: false, start: 0, limit: undefined } as const;
      return [{ kind: 'relation', attribute, target, ...rest, select: ownFieldsOf(target, scope) }];
    }
    case 'morph':
      return [
        {
          kind: 'morph',
          attribute,
          on: partsOf(schema.types.keys(), (uid) => ownFieldsOf(typeOf(schema, uid), scope)),
        },
      ];
    case 'component': {
      const select = componentSelection(attribute.component);
      const component = componentOf(schema, attribute.component);
      return select === undefined
        ? []
        : [{ kind: 'component', attribute, component, count: false, ...everything, select }];
    }
    case 'dynamiczone':
      return [{ kind: 'zone', attribute, on: partsOf(attribute.components, componentSelection) }];
  }
};

/** An event names its document by `documentId` and `locale`, also where answers do not have the locale. */
const withLocale = (type: ContentType, select: Selection): Selection => {
  const locale = systemAttributes(type).filter((one) => one.name === 'locale' && one.private);
  return locale.length === 0 ? select : { ...select, fields: [...select.fields, ...locale] };
};

/**
 * A query for a document as every receiver of its events sees it: its values, its components and zones, and the values
 * of its related documents and files. It contains nothing private and no passwords.
 *
 * @param query a query with only the type set; its other values are kept
 */
export const eventPayloadQuery = (
  query: Query,
  { status, locale }: { readonly status: Status; readonly locale: string },
  scope: Pick<Scope, 'schema' | 'limits' | 'componentIds'>,
): Query => ({
  ...query,
  status,
  locale: { one: locale },
  select: withLocale(
    query.type,
    fullSelectionOf(query.type, { ...scope, caller: administrator, status, locales: [] }, []),
  ),
});
