// Derives the ids of components: exports the rule, and the functions that find and add ids.
export { componentIdExpression, versionIdOf } from './componentId.ts';
export { slotOf, slotsIn } from './componentSlots.ts';
export { numberComponents } from './numberComponents.ts';
export { withComponentIds } from './withComponentIds.ts';
