// Compiles queries to plans: exports the plans and their helpers.
export { lookupStage, narrows, Resolved, stagesOf, type Lookup, type Plan, type ResolveStep } from './types.ts';
export type { Streamed } from './steps.ts';
export { conditionHelpers, relatedIn } from './conditions.ts';
export { asksNull } from './compare.ts';
export { holdsOfNothing } from './matchesMissing.ts';
export { askedVersion, helperOf, placeHelper, versionOf } from './paths.ts';
export { isCountedThere } from './populate.ts';
export { projection } from './project.ts';
export { planAbout, planList, planOne } from './planQuery.ts';
