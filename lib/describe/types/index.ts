// Generates TypeScript types for sites from the content types.
export { typesModule } from './typesModule.ts';
