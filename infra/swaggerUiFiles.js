// @ts-check
// What the page at `/docs` is made of: Swagger UI, where the function finds it as it would any package.

const files = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

/** What is to be packaged of it. */
export const pageFiles = files.map((file) => `node_modules/swagger-ui-dist/${file}`);
