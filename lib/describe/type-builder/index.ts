// Answers the reads of Strapi's content-type builder, and the request of the editor for views.
export { describedSchema } from './describedSchema.ts';
export type { DescribedComponent, DescribedSchema, DescribedType } from './describeTypes.ts';
export { findDescription, findViews, typeBuilderHandlers } from './handlers.ts';
