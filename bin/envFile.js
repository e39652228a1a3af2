// @ts-check
// Reads `.env` of the project.
import console from 'node:console';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot } from './roots.js';

/**
 * Adds the variables of `.env`, if the project has this file, to the environment, which takes precedence. Ends this process if
 * the file cannot be read.
 */
export const readEnvFile = () => {
  const file = join(projectRoot, '.env');
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    console.error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
};
