// The program that runs Strapi: `server.mjs PROJECT fill DOCUMENTS` fills its database and ends; `server.mjs PROJECT serve` serves
// it: writes a full-access token into PROJECT/token, and prints its URL.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fill } from './fill.ts';
import type { StrapiApplication, StrapiModule } from './strapiTypes.ts';

const [project = '', mode, documents] = process.argv.slice(2);

const load = (): Promise<StrapiApplication> => {
  const { createStrapi } = createRequire(join(project, 'package.json'))('@strapi/strapi') as StrapiModule; // the installed version
  return createStrapi({ appDir: project, distDir: project }).load();
};

const serve = async (strapi: StrapiApplication): Promise<void> => {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name: 'bench', description: '', type: 'full-access', lifespan: null });
  await writeFile(join(project, 'token'), accessKey);
  await strapi.listen();
  const { port } = strapi.server.httpServer.address();
  console.log(`Strapi is ready at http://127.0.0.1:${port} now`);
};

const strapi = await load();
if (mode === 'fill') {
  await fill(strapi, Number(documents));
  await strapi.destroy();
  process.exit(0);
}
await serve(strapi);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
