// Jobs that Lambda runs without a caller.
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/sweep.ts';
import { totalsCollection } from '../../lib/platform/db/index.ts';
import { serviceFromEnvironment, createServiceFromEnvironment } from '../../lib/platform/service.ts';
import { freshDatabase } from '../setup/database.ts';
import { addFile } from '../setup/accounts.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { freshFolder } from './files.ts';

const [folder, { uri }] = [await freshFolder(), freshDatabase()];
const environment = {
  ...secretsEnvironment,
  ...{ MONGODB_URI: uri, LECTERN_CONFIG: join(folder, 'lectern.json'), AWS_LAMBDA_FUNCTION_NAME: 'sweep' },
};
const before = { ...process.env };
beforeAll(async () => {
  await writeFile(environment.LECTERN_CONFIG, JSON.stringify({ upload: { folder } }));
  Object.assign(process.env, environment);
});
afterAll(async () => {
  await (await serviceFromEnvironment()).database.close();
  for (const name of Object.keys(environment))
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[name];
});

const createOldFile = async (name: string): Promise<void> => {
  await writeFile(join(folder, name), 'text');
  await utimes(join(folder, name), new Date(0), new Date(0));
};

it('the daily sweep fails if its work fails, so that Lambda tries again', async () => {
  await createOldFile('left_0123456789.txt');
  await expect(sweep({})).rejects.toThrow('no records of files');
});

it('the daily sweep deletes everything left over, and logs one line', async () => {
  await addFile(await serviceFromEnvironment(), 'there.txt');
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await sweep({});
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  log.mockRestore();
  const pictures = { made: 0, faulty: 0, failed: 0 };
  const time: unknown = expect.any(String);
  expect(lines).toEqual([{ level: 'info', time, job: 'sweep', links: 0, trash: 0, uploads: 0, files: 1, pictures }]);
});

it('the daily sweep deletes the stored totals, so that the relay counts again', async () => {
  const totals = totalsCollection(await (await serviceFromEnvironment()).database.get());
  await totals.insertOne({ _id: 'articles', totals: {} });
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await sweep({});
  log.mockRestore();
  expect(await totals.findOne({ _id: 'articles' })).toBeNull();
});

it('a request makes the formats of all pictures, but on Lambda only of those up to 16 MB', async () => {
  const { AWS_LAMBDA_FUNCTION_NAME: name, ...withoutLambda } = environment;
  for (const [env, bytes] of [
    [withoutLambda, Infinity],
    [{ ...withoutLambda, AWS_LAMBDA_FUNCTION_NAME: name }, 16_000_000],
  ] as const) {
    const service = await createServiceFromEnvironment(env);
    expect(service.maxFormatBytesInRequest).toBe(bytes);
    await service.database.close();
  }
});
