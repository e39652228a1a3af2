// Reads and checks content types, and exports the model that all other code uses.
export * from './types.ts';
export * from './identifiers.ts';
export * from './linkPaths.ts';
export * from './lookup.ts';
export * from './orders.ts';
export * from './system.ts';
export { buildSchema, type Built } from './build.ts';
export { isBuiltIn, uids as builtInUids } from './builtIn.ts';
export { opposite as oppositeRelation } from './checkRelations.ts';
export { formatFault, SchemaError } from './faults.ts';
export { formFaults } from './formFaults.ts';
export { isKebab } from './form.ts';
export { didYouMean } from './near.ts';
export { parseJson } from './json.ts';
export { clock, dateOf, datetimeOf, day, timeOf } from './moments.ts';
export { pack, unpack, type PackedSchema } from './packed.ts';
export { loadSchema, readFolder } from './readFolder.ts';
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
} from './attributeTypes.ts';
