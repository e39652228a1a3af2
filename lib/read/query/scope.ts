// What of the schema a query may name: the attributes that exist for this caller.
import { may, mayDraft, type Caller } from '../../platform/access/index.ts';
import {
  identity,
  isContentType,
  systemAttributes,
  typeOf,
  type Attribute,
  type Holder,
  type ScalarAttribute,
  type Schema,
  type Status,
} from '../../schema/index.ts';
import type { Limits } from './limits.ts';

/** Where reading stands: everything the parameters' readers need to know, and nothing of the request. */
export interface Scope {
  readonly schema: Schema;
  readonly caller: Caller;
  /** Of the versions that are read. */
  readonly status: Status;
  /** All locales that there are. */
  readonly locales: readonly string[];
  readonly limits: Limits;
}

/** The attributes a document has beside its own: none in a component. */
export const systemOf = (holder: Holder): readonly ScalarAttribute[] =>
  isContentType(holder) ? [...identity, ...systemAttributes(holder)] : [];

/** Whether there are documents of a type for the caller: they may be found, and as drafts only by who works on them. */
export const isSeen = ({ caller, status, schema }: Scope, uid: string): boolean =>
  may(caller, 'find', uid) && (status === 'published' || !typeOf(schema, uid).draftAndPublish || mayDraft(caller, uid));

/** Whether the attribute may be named in filters, sort and fields: not private, and its target is seen. */
export const visible = (scope: Scope, attribute: Attribute): boolean =>
  !attribute.private &&
  !(attribute.kind === 'scalar' && attribute.type === 'password') &&
  !(attribute.kind === 'relation' && attribute.type === 'relation' && !isSeen(scope, attribute.target));

/** The attribute of that name which the caller may name, if there is one. */
export const attributeOf = (scope: Scope, holder: Holder, name: string): Attribute | undefined => {
  const own = holder.attributes.get(name) ?? systemOf(holder).find((attribute) => attribute.name === name);
  return own !== undefined && visible(scope, own) ? own : undefined;
};
