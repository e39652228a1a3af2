// Lets a test package functions without building them, which takes ten seconds.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const standIn = `
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

export const functionNames = () =>
  readdirSync('functions').filter((file) => file.endsWith('.ts') && file !== 'routes.ts').map((file) => file.slice(0, -'.ts'.length));

export const buildFunctions = async () => {
  const types = readdirSync('content-types', { recursive: true }).filter((file) => file.endsWith('.json'));
  const texts = types.map((file) => [file, readFileSync('content-types/' + file, 'utf8')]);
  for (const name of functionNames()) {
    const folder = '.lectern/functions/' + name;
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/index.mjs', '// ' + JSON.stringify(texts));
  }
};
`;

/** Replaces `buildFunctions` of a checkout: functions then contain only the content types. */
export const standInForFunctions = (checkout: string): Promise<void> =>
  writeFile(join(checkout, 'bin/buildFunctions.js'), standIn);
