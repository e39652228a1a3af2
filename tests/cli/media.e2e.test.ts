// The command `lectern media`.
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { freshFolder } from '../media/files.ts';
import { schemaOf } from '../setup/schema.ts';
import { freshDatabase } from '../setup/database.ts';
import { addFile } from '../setup/accounts.ts';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

const [folder, other, { uri }] = [await freshFolder(), await freshFolder(), freshDatabase()];

it('lectern media sweep deletes files from the configured folder, and prints how many', async () => {
  const config = join(other, 'lectern.json');
  await writeFile(config, JSON.stringify({ upload: { folder } }));
  const service = createService({ schema: schemaOf({}), config: defaultConfig }, uri, secrets);
  await addFile(service, 'there.txt');
  await service.database.close();
  const long = new Date(0);
  for (const name of ['there_0123456789.txt', 'left_0123456789.txt']) {
    await writeFile(join(folder, name), 'text');
    await utimes(join(folder, name), long, long);
  }
  const sweep = () => lectern(['media', 'sweep'], { MONGODB_URI: uri, LECTERN_CONFIG: config });
  expect(await sweep()).toMatchObject({ stdout: '', stderr: 'deleted files without a record: 1\n' });
  expect(await readdir(folder)).toEqual(['there_0123456789.txt']);
  expect(await sweep()).toMatchObject({ stderr: 'nothing to sweep\n' });
});
