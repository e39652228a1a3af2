// The view of a type or component that has none, and of what a view file leaves out.
import type { ComponentView, TypeView, ViewGroup } from '../../../lib/schema/views/viewSchema.ts';
import { isPolymorphic, isToMany } from './columns.ts';
import { labelOf } from './labelOf.ts';
import type { Attribute, Attributes, AttributeType, ListLayout } from './types.ts';

/** The types whose fields say how a document is published and what it belongs to. */
const sideTypes: ReadonlySet<AttributeType> = new Set([
  'uid',
  'date',
  'datetime',
  'time',
  'timestamp',
  'boolean',
  'enumeration',
  'relation',
]);

const isSeo = (name: string, { type, component = '', repeatable }: Attribute): boolean =>
  type === 'component' &&
  repeatable !== true &&
  [name, component.split('.').at(-1) ?? ''].some((one) => labelOf(one).split(' ').includes('SEO'));

/** A relation to documents of any type needs room for two inputs. */
const isAtSide = (name: string, attribute: Attribute): boolean =>
  (sideTypes.has(attribute.type) && !isPolymorphic(attribute)) || isSeo(name, attribute);

const groupsOf = (attributes: Attributes, mainField: string | undefined): readonly ViewGroup[] => {
  const others = Object.entries(attributes).filter(([name]) => name !== mainField);
  const names = (atSide: boolean) =>
    others.filter(([name, attribute]) => isAtSide(name, attribute) === atSide).map(([name]) => name);
  const title = mainField === undefined ? [] : [mainField];
  const [main, side] = [names(false), names(true)];
  // Beside a title alone, a column would be longer than what it is beside.
  if (main.length === 0) return [{ attributes: [...title, ...side] }];
  return [{ attributes: [...title, ...main] }, { kind: 'side', attributes: side }];
};

/** The types whose values say most in the least room, best first. */
const cellTypes: readonly AttributeType[] = ['enumeration', 'relation', 'date', 'datetime', 'boolean', 'integer'];

const columnCount = 3;

/** Three short attributes, and when the document was changed. */
const columnsOfList = (attributes: Attributes, mainField: string | undefined): readonly string[] => {
  const fitting = Object.entries(attributes)
    .filter(
      ([name, attribute]) =>
        name !== mainField && cellTypes.includes(attribute.type) && !isToMany(attribute) && !isPolymorphic(attribute),
    )
    .toSorted(([, a], [, b]) => cellTypes.indexOf(a.type) - cellTypes.indexOf(b.type))
    .slice(0, columnCount)
    .map(([name]) => name);
  return [...Object.keys(attributes).filter((name) => fitting.includes(name)), 'updatedAt'];
};

const pictureNames = ['cover', 'image', 'picture', 'photo', 'portrait', 'thumbnail', 'logo', 'avatar'];

const isPicture = ({ type, allowedTypes }: Attribute): boolean =>
  type === 'media' && (allowedTypes === undefined || allowedTypes.includes('images'));

/** @returns the attribute that shows a document best: one picture rather than several */
const findPicture = (attributes: Attributes): string | undefined => {
  const pictures = Object.entries(attributes).filter(([, attribute]) => isPicture(attribute));
  const names = pictures.map(([name]) => name);
  return (
    pictureNames.find((name) => names.includes(name)) ??
    pictures.find(([, attribute]) => !isToMany(attribute))?.[0] ??
    names[0]
  );
};

/** Numbers are short, so that three are in a row. */
const numberWidth = 4;

const numberTypes: ReadonlySet<AttributeType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

const widthsOf = (attributes: Attributes): NonNullable<ComponentView['attributes']> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, { type }]) => numberTypes.has(type))
      .map(([name]) => [name, { width: numberWidth }]),
  );

/** @param mainField the attribute that names a document */
export const defaultView = (
  attributes: Attributes,
  mainField: string | undefined,
): TypeView & { readonly groups: readonly ViewGroup[]; readonly list: ListLayout } => {
  const picture = findPicture(attributes);
  return {
    attributes: widthsOf(attributes),
    groups: groupsOf(attributes, mainField),
    list: {
      columns: columnsOfList(attributes, mainField),
      pageSize: 50,
      ...(picture === undefined ? {} : { picture }),
    },
  };
};

/** The view of a component: its fields in their order, because an entry has no side. */
export const defaultComponentView = (
  attributes: Attributes,
): Omit<ComponentView, 'groups'> & { readonly groups: readonly ViewGroup[] } => ({
  attributes: widthsOf(attributes),
  groups: [{ attributes: Object.keys(attributes) }],
});
