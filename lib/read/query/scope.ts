// Finds the attributes that a query may name: those that exist for the caller. Names are limited in depth, and entries
// of populate in number.
import { hasPermission, mayReadDrafts, type Caller } from '../../platform/access/index.ts';
import {
  componentIdAttribute,
  creatorAttributes,
  creatorUid,
  identityAttributes,
  isContentType,
  systemAttributes,
  typeOf,
  type Attribute,
  type AttributeHolder,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  type Status,
} from '../../schema/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import { reviewAttributes } from './reviewAttributes.ts';

export interface Limits {
  /** The number of relations and components on one path of a filter, a sort or a populate. */
  readonly maxDepth: number;
  /** The number of populated entries in one query, on all levels together. */
  readonly maxPopulated: number;
  /** The depth of `populate=deep` and `pLevel` without a number; 0: neither is known. */
  readonly deepPopulate: number;
}

export const tooDeepError = (param: string, path: string, { maxDepth }: Limits): ApiError =>
  invalid(`The ${param} parameter goes more than ${maxDepth} levels deep`, { path });

export const tooManyPopulatedError = (param: string, { maxPopulated }: Limits): ApiError =>
  invalid(`The ${param} parameter asks for more than ${maxPopulated} relations, components and zones`);

/** What the readers of the parameters need to know beside the parameter. */
export interface Scope {
  readonly schema: Schema;
  readonly caller: Caller;
  /** The version that the query reads. */
  readonly status: Status;
  /** All locales of the project. */
  readonly locales: readonly string[];
  readonly limits: Limits;
  /** Whether components have an id; with `view=edit` they always have one. */
  readonly componentIds: boolean;
  /** The query has `view=edit`: private attributes exist. */
  readonly editView?: boolean;
  /** Whose access the filters decide about: they are a condition of this caller, and read as an administrator's. */
  readonly conditionOf?: Caller;
}

/** The scope of related documents: they are read as without `view=edit`. */
export const relatedScope = (scope: Scope): Scope => (scope.editView === true ? { ...scope, editView: false } : scope);

/** The scope inside of an attribute. */
export const scopeInside = (scope: Scope, { kind }: Attribute): Scope =>
  kind === 'relation' || kind === 'morph' ? relatedScope(scope) : scope;

export const hasComponentIds = ({ componentIds, editView }: Scope): boolean => componentIds || editView === true;

/** The settings of a site that decide what a query may contain. */
export type QuerySettings = Limits & Pick<Scope, 'componentIds'>;

/** The attributes that every document or component has beside its own, and that filters and sort may name. */
export const systemAttributesOf = (scope: Scope, holder: AttributeHolder): readonly ScalarAttribute[] =>
  holder.uid === creatorUid
    ? []
    : isContentType(holder)
      ? [...identityAttributes, ...systemAttributes(holder)]
      : hasComponentIds(scope)
        ? [componentIdAttribute]
        : [];

/** Whether the caller may find documents of a type. Drafts need a permission to work on them; creators need none, as in Strapi. */
export const mayFindType = ({ caller, status, schema }: Scope, uid: string): boolean =>
  uid === creatorUid ||
  (hasPermission(caller, 'find', uid) &&
    (status === 'published' || !typeOf(schema, uid).draftAndPublish || mayReadDrafts(caller, uid)));

/**
 * Whether filters, sort and fields may name the attribute: it is not private or the query has `view=edit`, it is not a
 * password, and the caller may find its target.
 */
export const isVisible = (scope: Scope, attribute: Attribute): boolean =>
  (!attribute.private || scope.editView === true) &&
  !(attribute.kind === 'scalar' && attribute.type === 'password') &&
  !(attribute.kind === 'relation' && attribute.type === 'relation' && !mayFindType(scope, attribute.target));

/** The relations to creators that a document has beside its own. */
export const creatorAttributesOf = (holder: AttributeHolder): readonly RelationAttribute[] =>
  isContentType(holder) ? creatorAttributes(holder) : [];

/** The attributes beside those of the type or component. */
const otherAttributes = (scope: Scope, holder: AttributeHolder): readonly Attribute[] => [
  ...systemAttributesOf(scope, holder),
  ...reviewAttributes(scope, holder),
  ...creatorAttributesOf(holder),
];

/** The names of all attributes that a document stores and that exist for the caller. */
export const visibleNames = (scope: Scope, holder: AttributeHolder): readonly string[] =>
  [...holder.attributes.values(), ...otherAttributes(scope, holder)]
    .filter((attribute) => isVisible(scope, attribute))
    .map(({ name }) => name);

/** @returns the attribute of that name that a document stores; undefined when it does not exist for the caller */
export const attributeOf = (scope: Scope, holder: AttributeHolder, name: string): Attribute | undefined => {
  const own =
    holder.attributes.get(name) ?? otherAttributes(scope, holder).find((attribute) => attribute.name === name);
  return own !== undefined && isVisible(scope, own) ? own : undefined;
};
