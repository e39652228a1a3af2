// Serves the page at `/docs`: Swagger UI with its own files, so that the page loads nothing from other sites.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

/**
 * Starts Swagger UI, without an external validator and without storing the token.
 *
 * Swagger UI itself resolves references until none is left, which never ends with ten types that relate to each other.
 * This resolver keeps a reference from the third level of schemas on. It does not look for references in examples, which
 * are data.
 */
const start = `const targetOf = (spec, ref) => ref.slice(2).split('/').reduce((value, key) => value?.[key], spec);

const resolved = (spec, value, schemas) => {
  if (Array.isArray(value)) return value.map((one) => resolved(spec, one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: ref, ...rest } = value;
  const own = () => Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolved(spec, one, schemas)]));
  if (typeof ref !== 'string') return own();
  if (ref.startsWith('#/components/examples/')) return targetOf(spec, ref);
  const left = ref.startsWith('#/components/schemas/') ? schemas - 1 : schemas;
  return left < 0 ? value : { ...resolved(spec, targetOf(spec, ref), left), ...own() };
};

const resolveSubtree = async (spec, path) => ({
  spec: resolved(spec, path.reduce((value, key) => value?.[key], spec), 2),
  errors: [],
});

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  plugins: [() => ({ fn: { resolveSubtree } })],
});
`;

/** The content security policy: the page loads only its own files. Swagger UI writes styles into its elements. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PageFile {
  readonly type: string;
  readonly text: () => Promise<string>;
}

const require = createRequire(import.meta.url);

/** Where `bin/swaggerUi.js` copies the files to: beside a program, and beside the folder of a function or a chunk. */
const builtFolders = ['swagger-ui', '../swagger-ui'].map((folder) => join(import.meta.dirname, folder));

/** Reads a file of Swagger UI. Code that is not built, in a clone, has the package. */
const packagedFile = (name: string) => (): Promise<string> => {
  const built = builtFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return readFile(built ?? require.resolve(`swagger-ui-dist/${name}`), 'utf8');
};

const script = 'text/javascript; charset=utf-8';

const files: Readonly<Record<string, PageFile>> = {
  'start.js': { type: script, text: () => Promise.resolve(start) },
  'swagger-ui-bundle.js': { type: script, text: packagedFile('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', text: packagedFile('swagger-ui.css') },
};

export const pageFiles: readonly string[] = Object.keys(files);

/** @returns undefined if the page has no such file */
export const pageFile = (name: string): PageFile | undefined => (Object.hasOwn(files, name) ? files[name] : undefined);
