// Adds the computed attributes of project code to a schema.
import {
  attributeType,
  typeOf,
  type ComputedSource,
  type ContentType,
  type ScalarAttribute,
  type Schema,
} from '../../schema/index.ts';
import type { Extensions, FromFile } from './compile.ts';
import type { TypeExtension } from './defineExtension.ts';
import type { ComputedAttribute } from './reads.ts';
import type { Uid } from './register.ts';

const toAttribute = (
  { uid, attributes }: ContentType,
  name: string,
  { type, from, value }: ComputedAttribute<Uid>,
  file: string,
): ScalarAttribute => {
  const kind = attributeType(type);
  return {
    kind: 'scalar',
    ...{ name, type, value: kind.kind === 'scalar' ? kind.value : 'json' },
    ...{ required: false, private: false, localized: false, unique: false },
    writable: false,
    searchable: false,
    computation: {
      name: `computed ${name} of ${uid} in ${file}`,
      // The check of extensions made sure that they are.
      from: from.flatMap((source) => (attributes.get(source) as ComputedSource | undefined) ?? []),
      value,
    },
  };
};

const computedOf = (type: ContentType, extensions: readonly FromFile<TypeExtension>[]): readonly ScalarAttribute[] =>
  extensions.flatMap(({ file, value: { computed = {} } }) =>
    Object.entries(computed).map(([name, one]) => toAttribute(type, name, one, file)),
  );

/**
 * @param extensions checked by `compileExtensions` with the same schema
 * @returns the same schema if they compute nothing
 */
export const withComputed = (schema: Schema, extensions: Extensions | undefined): Schema => {
  const added = [...(extensions?.types ?? [])].flatMap(([uid, files]) => {
    const attributes = computedOf(typeOf(schema, uid), files);
    return attributes.length === 0 ? [] : [[uid, new Map(attributes.map((one) => [one.name, one]))] as const];
  });
  if (added.length === 0) return schema;
  const computed = new Map(added);
  const extended = <T extends ContentType>(type: T): T => {
    const own = computed.get(type.uid);
    return own === undefined ? type : { ...type, computed: own };
  };
  const types = new Map([...schema.types].map(([uid, type]) => [uid, extended(type)]));
  const served = new Map([...schema.served].map(([name, { uid }]) => [name, typeOf({ ...schema, types }, uid)]));
  return { ...schema, types, served };
};
