// Checks that view files name what their types and components have.
import { didYouMean } from '../didYouMean.ts';
import { reviewAttributesOf, reviewNames } from '../reviewStages.ts';
import { computedAttributes, isContentType, type AttributeHolder } from '../schemaLookup.ts';
import { draftStatusAttribute, identityAttributes, systemAttributes, writerAttributes } from '../systemAttributes.ts';
import type { Attribute, Attributes, DeclaredView, Fault, Schema } from '../types.ts';
import { longTypes } from './longTypes.ts';
import type { TypeView } from './viewSchema.ts';

/** A name in a view, the attributes that it may be one of, and what to write instead of another one. */
interface NamedAttribute {
  readonly path: string;
  readonly name: string;
  readonly known: Attributes;
  /** Undefined: any attribute will do. */
  readonly needed?: { readonly isMet: (attribute: Attribute) => boolean; readonly advice: string };
}

const shortText = {
  isMet: (attribute: Attribute) =>
    attribute.kind === 'scalar' && attribute.value === 'text' && !longTypes.has(attribute.type),
  advice: 'write an attribute with a short text',
};
const cell = {
  // A writer or an assignee is described as JSON, and shown as a name.
  isMet: (attribute: Attribute) =>
    writerAttributes.some((one) => one === attribute) ||
    attribute.name === reviewNames.assignee ||
    (!longTypes.has(attribute.type) && attribute.kind !== 'morph'),
  advice: 'its values are too long for a column; write another attribute',
};
const picture = { isMet: ({ type }: Attribute) => type === 'media', advice: 'write a media attribute' };

const isSortable = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && !longTypes.has(attribute.type) && attribute.computation === undefined;

const holderOfNext = (attribute: Attribute | undefined, { types, components }: Schema): AttributeHolder | undefined => {
  if (attribute?.kind === 'relation' && !attribute.many && attribute.type !== 'media')
    return types.get(attribute.target);
  return attribute?.kind === 'component' && !attribute.repeatable ? components.get(attribute.component) : undefined;
};

/** A sort names a value of the document, or of one related document or component: `topic.name`. */
const sortFaultOf = (sort: string, known: Attributes, schema: Schema): string | undefined => {
  let attributes = known;
  const [path = ''] = sort.split(':');
  const names = path.split('.');
  for (const [i, name] of names.entries()) {
    const attribute = attributes.get(name);
    if (attribute === undefined) return `there is no attribute "${name}"${didYouMean(name, attributes.keys())}`;
    if (i === names.length - 1)
      return isSortable(attribute) ? undefined : `lists cannot be sorted by "${name}"; write another attribute`;
    const next = holderOfNext(attribute, schema);
    if (next === undefined) return `"${name}" has no attributes to sort by; write another attribute`;
    attributes = new Map([...next.attributes, ...(isContentType(next) ? systemOf(next) : [])]);
  }
  return undefined;
};

const systemOf = (holder: AttributeHolder): Attributes =>
  isContentType(holder)
    ? new Map([...identityAttributes, ...systemAttributes(holder)].map((one) => [one.name, one]))
    : new Map();

/** The attributes and the values that each document has, by the name of their column. */
const columnsOf = (holder: AttributeHolder): Attributes =>
  new Map<string, Attribute>([
    ...holder.attributes,
    ...computedAttributes(holder),
    ...systemOf(holder),
    ...(isContentType(holder)
      ? [...writerAttributes, ...reviewAttributesOf(holder)].map((one) => [one.name, one] as const)
      : []),
  ]);

/** Whether a list can have a column of this name. */
export const isColumn = (holder: AttributeHolder, name: string): boolean => {
  const attribute = columnsOf(holder).get(name);
  return attribute !== undefined && cell.isMet(attribute);
};

/** The attributes and values of a document itself that a sort may name. */
const sortableIn = (holder: AttributeHolder): Attributes =>
  new Map([
    ...holder.attributes,
    ...systemOf(holder),
    ...computedAttributes(holder),
    ...(isContentType(holder) && holder.draftAndPublish
      ? [draftStatusAttribute, ...reviewAttributesOf(holder)].map((one) => [one.name, one] as const)
      : []),
  ]);

/** Whether a list can be sorted by the attribute of this name. */
export const isSort = (holder: AttributeHolder, name: string): boolean => {
  const attribute = sortableIn(holder).get(name);
  return attribute !== undefined && isSortable(attribute);
};

/** Whether the attribute can name a document or an entry. */
export const isMainField = (holder: AttributeHolder, name: string): boolean => {
  const attribute = holder.attributes.get(name);
  return attribute !== undefined && shortText.isMet(attribute);
};

const namesIn = ({ mainField, attributes = {}, groups = [], list = {} }: TypeView, holder: AttributeHolder) => {
  const own = new Map<string, Attribute>([...holder.attributes, ...computedAttributes(holder)]);
  const columns = columnsOf(holder);
  const named: NamedAttribute[] = [
    ...(mainField === undefined
      ? []
      : [{ path: 'mainField', name: mainField, known: holder.attributes, needed: shortText }]),
    ...Object.keys(attributes).map((name) => ({ path: `attributes.${name}`, name, known: own })),
    ...groups.flatMap((group, g) =>
      group.attributes.map((name, i) => ({ path: `groups.${g}.attributes.${i}`, name, known: own })),
    ),
    ...(list.columns ?? []).map((name, i) => ({
      ...{ path: `list.columns.${i}`, name, known: columns },
      needed: cell,
    })),
    ...(list.picture === undefined
      ? []
      : [{ path: 'list.picture', name: list.picture, known: holder.attributes, needed: picture }]),
  ];
  return named;
};

const nameFault = ({ name, known, needed }: NamedAttribute): string | undefined => {
  const attribute = known.get(name);
  if (attribute === undefined) return `there is no attribute "${name}"${didYouMean(name, known.keys())}`;
  return needed?.isMet(attribute) === false ? `"${name}" is of type ${attribute.type}; ${needed.advice}` : undefined;
};

/** The form has each field once, so a name in a second group is a mistake. */
const repeatedNames = ({ groups = [] }: TypeView): readonly (readonly [path: string, name: string])[] => {
  const seen = new Set<string>();
  return groups.flatMap(({ attributes }, g) =>
    attributes.flatMap((name, i) => {
      const isRepeated = seen.has(name);
      seen.add(name);
      return isRepeated ? [[`groups.${g}.attributes.${i}`, name] as const] : [];
    }),
  );
};

/** The positions of the tabs that cannot be chosen, because they have no text. */
const unlabelledTabs = ({ groups = [] }: TypeView): readonly number[] =>
  groups.flatMap(({ kind, label = '' }, g) => (kind === 'tab' && label === '' ? [g] : []));

const faultsOf = ({ file, view }: DeclaredView, holder: AttributeHolder, schema: Schema): readonly Fault[] => {
  const sort = (view as TypeView).list?.sort;
  const sortFault = sort === undefined ? undefined : sortFaultOf(sort, sortableIn(holder), schema);
  return [
    ...namesIn(view, holder).flatMap((named) => {
      const message = nameFault(named);
      return message === undefined ? [] : [{ file, path: named.path, message }];
    }),
    ...repeatedNames(view).map(([path, name]) => ({ file, path, message: `"${name}" is in another group already` })),
    ...unlabelledTabs(view).map((g) => ({ file, path: `groups.${g}.label`, message: 'is missing; a tab needs one' })),
    ...(sortFault === undefined ? [] : [{ file, path: 'list.sort', message: sortFault }]),
  ];
};

/** @returns the names in view files that their types and components lack; the schema has the computed attributes already */
export const viewFaults = (schema: Schema): readonly Fault[] =>
  [...(schema.source?.views ?? [])].flatMap(([uid, declared]) => {
    const holder = schema.types.get(uid) ?? schema.components.get(uid);
    return holder === undefined ? [] : faultsOf(declared, holder, schema);
  });
