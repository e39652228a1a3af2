// The API described for its clients: OpenAPI, and the page that shows it.
export { openApiOf, type Routes } from './document.ts';
export { page, pageFile, pagePolicy } from './page.ts';
export { examplesFor } from './sampled.ts';
