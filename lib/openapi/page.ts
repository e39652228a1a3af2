// The page at `/docs`: Swagger UI, with its files beside it, so that it asks nobody else for anything.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <div id="api"></div>
  </body>
</html>
`;

/** Of what is shown nothing is sent to a validator elsewhere; what is tried is sent with the token that was given. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
});
`;

/** What the page may load: itself. Swagger UI writes styles into its elements. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PageFile {
  readonly type: string;
  readonly text: () => Promise<string>;
}

const require = createRequire(import.meta.url);

/** In a function it stands beside the bundle, where any package would be. */
const packaged = (name: string) => (): Promise<string> => readFile(require.resolve(`swagger-ui-dist/${name}`), 'utf8');

const script = 'text/javascript; charset=utf-8';

const files: Readonly<Record<string, PageFile>> = {
  'start.js': { type: script, text: () => Promise.resolve(start) },
  'swagger-ui-bundle.js': { type: script, text: packaged('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', text: packaged('swagger-ui.css') },
};

export const pageFiles: readonly string[] = Object.keys(files);

/** @returns undefined where the page has no such file */
export const pageFile = (name: string): PageFile | undefined => (Object.hasOwn(files, name) ? files[name] : undefined);
