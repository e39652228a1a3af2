// Compiles queries to plans: exports the plans and their helpers.
export { lookupStage, isLimited, ResolvedValues, stagesOf } from './types.ts';
export type { Lookup, Plan, ResolveStep, StoredTotalPlan } from './types.ts';
export type { UnresolvedSteps } from './steps.ts';
export { conditionHelpers, relatedConditions } from './relatedConditions.ts';
export { countedCollections } from './countedCollections.ts';
export { comparesNull, matchesMissing } from './conditions.ts';
export { costOf, type CollectionSize, type ReadCost } from './readCost.ts';
export { requestedVersion, helperOf, isDocumentField, publishedPath, versionOf } from './paths.ts';
export { cursorValuesOf } from './cursorValues.ts';
export { isCountedInLookup } from './populate.ts';
export { projection } from './projection.ts';
export { documentCondition } from './documentCondition.ts';
export { planForDocument, planList, planOne } from './planQuery.ts';
export { visibleStages } from './visibleStages.ts';
