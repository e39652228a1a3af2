// Writes the types of a project, with which its extensions are checked.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectTypesModule } from '../../lib/describe/types/index.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { checkSite } from '../../lib/server/checkSite.ts';

const file = '.lectern/types.d.ts';

/**
 * Writes `.lectern/types.d.ts`, unless it is up to date: a new file makes editors check everything again.
 *
 * @param env names the content types, the configuration and the built extensions
 * @param root the project
 * @returns the path of the file, relative to the project
 * @throws Error with every fault of the site
 */
export const writeProjectTypes = async (env: NodeJS.ProcessEnv, root: string): Promise<string> => {
  const site = await siteOf(env);
  checkSite(site);
  const text = projectTypesModule(site);
  const path = join(root, file);
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return file;
};
