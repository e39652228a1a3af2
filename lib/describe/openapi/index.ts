// Describes the API for its clients: the OpenAPI document and the page that shows it.
export { descriptionFor } from './cache.ts';
export { openApiOf } from './document.ts';
export { page, pageFile, pagePolicy } from './page.ts';
export { examplesFor } from './sampled.ts';
