// Describes the API for its clients: the OpenAPI document and the page that shows it.
export { descriptionFor } from './descriptionCache.ts';
export { buildOpenApi } from './buildOpenApi.ts';
export { page, pageFile, pagePolicy } from './page.ts';
export { examplesFor } from './examplesFor.ts';
