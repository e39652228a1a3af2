// @ts-check
// The files of Swagger UI for the page at `/docs`, packaged where Node resolves them.

const files = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

/** The patterns to package. */
export const swaggerUiFiles = files.map((file) => `node_modules/swagger-ui-dist/${file}`);
