// @ts-check
// Copies the files of Swagger UI for the page at `/docs`. Its package is not installed with Lectern, because it brings one
// that reports each installation.
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isClone, packageRoot } from './roots.js';

/** The name of the folder, which is beside built programs and functions. */
export const swaggerUi = 'swagger-ui';

const files = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

const dist = join(packageRoot, 'dist');

/** @param {string} [folder] that of built programs or functions */
export const copySwaggerUi = (folder = dist) => {
  const source = isClone
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : join(dist, swaggerUi);
  const target = join(folder, swaggerUi);
  mkdirSync(target, { recursive: true });
  for (const file of files) cpSync(join(source, file), join(target, file));
};
