// What a Strapi project has beside its content types.
export { strapiLeftovers } from './strapiLeftovers.ts';
