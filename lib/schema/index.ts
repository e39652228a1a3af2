// Reads and checks content types; the model everyone else is written against.
export * from './types.ts';
export * from './identifiers.ts';
export * from './link-paths.ts';
export * from './lookup.ts';
export * from './orders.ts';
export * from './system.ts';
export { buildSchema, type Built } from './build.ts';
export { isBuiltIn, uids as builtInUids } from './built-in.ts';
export { opposite as oppositeRelation } from './check-relations.ts';
export { formatFault, SchemaError } from './faults.ts';
export { formFaults } from './form-faults.ts';
export { isKebab } from './form.ts';
export { didYouMean } from './near.ts';
export { parseJson } from './json.ts';
export { clock, dateOf, datetimeOf, day, timeOf } from './moments.ts';
export { pack, unpack, type PackedSchema } from './packed.ts';
export { loadSchema, readFolder } from './read-folder.ts';
export type { SchemaFiles } from './parse.ts';
export { isObject, type JsonObject } from './values.ts';
export {
  attributeType,
  attributeTypes,
  isAttributeTypeName,
  optionsOf,
  relationKinds,
  type AttributeType,
  type AttributeTypeName,
  type Fragment,
} from './attribute-types.ts';
