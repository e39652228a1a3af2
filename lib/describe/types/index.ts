// Generates TypeScript types for sites from the content types.
export { projectTypesModule } from './projectTypesModule.ts';
export { typesModule } from './typesModule.ts';
