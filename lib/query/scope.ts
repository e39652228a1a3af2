// What of the schema a query may name: the attributes that exist for this caller.
import { may, type Caller } from '../access/index.ts';
import {
  identity,
  systemAttributes,
  type Attribute,
  type Component,
  type ContentType,
  type ScalarAttribute,
  type Schema,
} from '../schema/index.ts';
import type { Limits } from './limits.ts';

/** Where reading stands: everything the parameters' readers need to know, and nothing of the request. */
export interface Scope {
  readonly schema: Schema;
  readonly caller: Caller;
  readonly limits: Limits;
}

/** A content type, or a component inside one. */
export type Holder = ContentType | Component;

export const isContentType = (holder: Holder): holder is ContentType => 'collectionName' in holder;

/** The attributes a document has beside its own: none in a component. */
export const systemOf = (holder: Holder): readonly ScalarAttribute[] =>
  isContentType(holder) ? [...identity, ...systemAttributes(holder)] : [];

/** Whether the attribute may be named in filters, sort and fields: not private, and its target may be found. */
export const visible = (scope: Scope, attribute: Attribute): boolean =>
  !attribute.private &&
  !(attribute.kind === 'scalar' && attribute.type === 'password') &&
  !(attribute.kind === 'relation' && attribute.type === 'relation' && !may(scope.caller, 'find', attribute.target));

/** The attribute of that name which the caller may name, if there is one. */
export const attributeOf = (scope: Scope, holder: Holder, name: string): Attribute | undefined => {
  const own = holder.attributes.get(name) ?? systemOf(holder).find((attribute) => attribute.name === name);
  return own !== undefined && visible(scope, own) ? own : undefined;
};
