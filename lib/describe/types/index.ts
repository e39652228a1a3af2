// Types for those who build sites, made of the content types.
export { typesModule } from './module.ts';
