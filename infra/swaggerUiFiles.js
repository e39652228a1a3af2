// @ts-check
// The files of Swagger UI for the page at `/docs`, copied to where Node resolves packages of the functions.
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { functionsFolder } from '../bin/roots.js';

const folder = `${functionsFolder}/node_modules/swagger-ui-dist`;

const files = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

/** Copies the files, because the package may be anywhere above the project or inside of Lectern. */
export const copySwaggerUi = () => {
  const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  mkdirSync(folder, { recursive: true });
  for (const file of files) cpSync(join(source, file), join(folder, file));
};

/** The patterns to package. */
export const swaggerUiFiles = files.map((file) => `${folder}/${file}`);
