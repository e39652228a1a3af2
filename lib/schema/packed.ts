// Converts a schema to JSON, and back without a second check.
import type { Attribute, Attributes, Component, ContentType, Schema } from './types.ts';

/** Computed attributes are left out, because their functions have no JSON (see `withComputed`). */
type Packed<Holder extends Component | ContentType> = Omit<Holder, 'attributes' | 'computed'> & {
  readonly attributes: readonly Attribute[];
};

export interface PackedSchema {
  readonly types: readonly Packed<ContentType>[];
  readonly components: readonly Packed<Component>[];
  /** The name in the path of each served type, and the type's uid. */
  readonly served: readonly (readonly [string, string])[];
}

const packHolder = <Holder extends Component | ContentType>(holder: Holder): Packed<Holder> => ({
  ...holder,
  attributes: [...holder.attributes.values()],
});

/** @returns a value that `JSON.stringify` writes without loss */
export const pack = ({ types, components, served }: Schema): PackedSchema => ({
  types: [...types.values()].map((type) => ({ ...packHolder(type), computed: undefined })),
  components: [...components.values()].map(packHolder),
  served: [...served].map(([name, { uid }]) => [name, uid]),
});

const attributesByName = (attributes: readonly Attribute[]): Attributes =>
  new Map(attributes.map((attribute) => [attribute.name, attribute]));

const unpackHolders = <Holder extends { readonly uid: string; readonly attributes: readonly Attribute[] }>(
  packed: readonly Holder[],
): ReadonlyMap<string, Omit<Holder, 'attributes'> & { readonly attributes: Attributes }> =>
  new Map(packed.map((one) => [one.uid, { ...one, attributes: attributesByName(one.attributes) }]));

/** @param packed the result of `pack` */
export const unpack = ({ types, components, served }: PackedSchema): Schema => {
  const unpackedTypes = unpackHolders(types);
  return {
    types: unpackedTypes,
    components: unpackHolders(components),
    served: new Map(
      served.flatMap(([name, uid]) => {
        const type = unpackedTypes.get(uid);
        return type === undefined ? [] : [[name, type] as const];
      }),
    ),
  };
};
