// @ts-check
import { readFileSync } from 'node:fs';

/** @param {string} file @returns {unknown} */
export const readJson = (file) => /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
