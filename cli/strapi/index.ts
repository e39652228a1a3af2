// What a Strapi project has beside its content types.
export { readPopulateMiddlewares, type PopulateMiddleware } from './populateMiddlewares.ts';
export { readRestLimits, type RestLimits, strapiSettings } from './restLimits.ts';
export { projectFolder, strapiLeftovers } from './strapiLeftovers.ts';
