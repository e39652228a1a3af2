// Builds the query that reads a full document for the payload of an event.
import { administrator } from '../../platform/access/index.ts';
import { componentOf, typeOf, type Holder, type Status } from '../../schema/index.ts';
import { allFields } from './fields.ts';
import { populatable, type Populatable } from './populateKeys.ts';
import type { Scope } from './scope.ts';
import type { Part, Populate, Query, Selection } from './types.ts';

/** All related documents or parts, in the editor's order. */
const all = { filter: undefined, sort: [] } as const;

const ownOf = (holder: Holder, scope: Scope): Selection => ({ fields: allFields(holder, scope), populate: [] });

/** @param within the uids of the enclosing components: a component inside itself is left out, because it has no end */
const wholeOf = (holder: Holder, scope: Scope, within: readonly string[]): Selection => ({
  fields: allFields(holder, scope),
  populate: [...holder.attributes.values()]
    .filter(populatable)
    .flatMap((attribute) => populated(attribute, scope, within)),
});

const partsOf = (
  uids: Iterable<string>,
  selectionOf: (uid: string) => Selection | undefined,
): ReadonlyMap<string, Part> =>
  new Map(
    [...uids].flatMap((uid): readonly [string, Part][] => {
      const select = selectionOf(uid);
      return select === undefined ? [] : [[uid, { ...all, select }]];
    }),
  );

const populated = (attribute: Populatable, scope: Scope, within: readonly string[]): readonly Populate[] => {
  const { schema } = scope;
  const inside = (uid: string): Selection | undefined =>
    within.includes(uid) ? undefined : wholeOf(componentOf(schema, uid), scope, [...within, uid]);
  switch (attribute.kind) {
    case 'relation': {
      const target = typeOf(schema, attribute.target);
      const rest = { ...all, count: false, start: 0, limit: undefined } as const;
      return [{ kind: 'relation', attribute, target, ...rest, select: ownOf(target, scope) }];
    }
    case 'morph':
      return [
        {
          kind: 'morph',
          attribute,
          on: partsOf(schema.types.keys(), (uid) => ownOf(typeOf(schema, uid), scope)),
        },
      ];
    case 'component': {
      const select = inside(attribute.component);
      const component = componentOf(schema, attribute.component);
      return select === undefined ? [] : [{ kind: 'component', attribute, component, count: false, ...all, select }];
    }
    case 'dynamiczone':
      return [{ kind: 'zone', attribute, on: partsOf(attribute.components, inside) }];
  }
};

/**
 * A query for a document as every receiver of its events sees it: its values, its components and zones, and the values
 * of its related documents and files. It contains nothing private and no passwords.
 *
 * @param query a query with only the type set; its other values are kept
 */
export const toldOf = (
  query: Query,
  { status, locale }: { readonly status: Status; readonly locale: string },
  scope: Pick<Scope, 'schema' | 'limits'>,
): Query => ({
  ...query,
  status,
  locale: { one: locale },
  select: wholeOf(query.type, { ...scope, caller: administrator, status, locales: [] }, []),
});
