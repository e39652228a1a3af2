// Answers the requests to Strapi's content-type builder that read types and components.
export { describedSchema } from './describedSchema.ts';
export { findComponent, findComponents, findType, findTypes, typeKinds } from './operations.ts';
