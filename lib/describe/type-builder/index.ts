// Answers the requests to Strapi's content-type builder that read types and components, and that of the editor for views.
export { describedSchema } from './describedSchema.ts';
export { findComponent, findComponents, findType, findTypes, findViews, typeKinds } from './operations.ts';
