// Reads and checks content types, and exports the model that all other code uses.
export * from './types.ts';
export * from './identifiers.ts';
export { libraryFileType } from './schemaLookup.ts';
export * from './linkPaths.ts';
export * from './schemaLookup.ts';
export * from './indexedOrders.ts';
export * from './creators.ts';
export * from './systemAttributes.ts';
export { hasReview, reviewAttributesOf, reviewNames, stageAfterChange, stageOf } from './reviewStages.ts';
export { hasText, maxSearchWeight, searchedAttributes } from './searchedAttributes.ts';
export { mainFieldOf, openTitleAttribute, titleAttributeOf } from './titleAttribute.ts';
export { buildSchema, type BuildResult } from './buildSchema.ts';
export { builtInAttribute, builtInTypes, internalAttributes, isBuiltIn, uids as builtInUids } from './builtInTypes.ts';
export { attributeNameFault } from './checkNames.ts';
export { oppositeRelation } from './checkRelations.ts';
export { ignoredFileAttributes } from './extensions.ts';
export { formatFault, SchemaError } from './faults.ts';
export { formFaults } from './formFaults.ts';
export { isKebabCase } from './checkForm.ts';
export { compareAttributes, type AttributeDifference, type EntryDifference } from './differences.ts';
export { didYouMean, nearestName } from './didYouMean.ts';
export { editDistance } from './editDistance.ts';
export { parseJsonText } from './parseJsonText.ts';
export { timePattern, parseDate, parseDatetime, datePattern, parseTime } from './dateTimes.ts';
export { fillTemplate, placeholdersOf } from './urlTemplate.ts';
export { emailPattern, linkPattern } from './textPatterns.ts';
export { int32, int64, wholeNumberPattern } from './wholeNumbers.ts';
export { bigintegerBoundsOf, numberBoundsOf, formatPatterns, textLimitsOf } from './scalarLimits.ts';
export { pack, unpack, type PackedSchema } from './packed.ts';
export { findLayout, loadSchema, readFolder } from './readFolder.ts';
export { leadingLiteral, withoutComments } from './readProgram.ts';
export { ownLayout, viewPathOf, type FolderLayout } from './schemaPaths.ts';
export { fileOfType } from './readDefinition.ts';
export { parseFiles, type SchemaFiles } from './parseFiles.ts';
export { isObject, type JsonObject, keysOfPointer, valueAt } from './jsonValues.ts';
export type { FromSchema, JsonSchema } from '../fromSchema.ts';
export { pageSettingsName, picturePattern, type PageSettings } from './pageSettings.ts';
export * from './views/viewSchema.ts';
export { isColumn, isMainField, isSort, viewFaults } from './views/viewFaults.ts';
export {
  attributeType,
  attributeTypes,
  isAttributeTypeName,
  optionsOf,
  type AttributeTypeName,
} from './attributeTypes.ts';
