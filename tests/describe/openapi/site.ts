// Runs `npm start` on the sample site, for tests that send arbitrary requests.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addFile, addUser } from '../../setup/accounts.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { prepareDatabase } from '../../../cli/migrate/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { createToken, type TokenWithKey } from '../../../lib/accounts/tokens/index.ts';
import { secrets, secretsEnvironment } from '../../setup/secrets.ts';

export interface Site {
  readonly url: string;
  /** An API token with full access, and the session token of a user. */
  readonly token: string;
  readonly jwt: string;
  readonly stop: () => void;
}

const many = { perAddress: 1_000_000, perIdentifier: 1_000_000 };
const settings = (folder: string) => ({
  auth: { limits: { login: many, register: many, forgot: many, refresh: { perAddress: many.perAddress } } },
  upload: { folder: join(folder, 'uploads') },
});

/** Creates documents of every type, a user, a file and a token. */
const seedDatabase = async (uri: string, folder: string, pictures?: string): Promise<TokenWithKey> => {
  const { schema } = await loadSchema('content-types');
  const config = { ...defaultConfig, upload: { ...defaultConfig.upload, folder: join(folder, 'uploads') } };
  const service = createService({ schema, config }, uri, secrets);
  try {
    await prepareDatabase(service);
    await seed(service, JSON.parse(readFileSync('sample/content.json', 'utf8')), () => undefined, pictures);
    await addUser(service, 'maud', { password: 'a quiet room', provider: 'local', confirmed: true });
    await addFile(service, 'there.txt');
    return await createToken(service, { name: 'whatever', type: 'full-access' });
  } finally {
    await service.database.close();
  }
};

const ready = async ({ stdout }: ChildProcess): Promise<string> => {
  let output = '';
  if (stdout !== null)
    for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      const url = /http:[^\s"]+(?=["\s])/.exec(output)?.[0];
      if (url !== undefined) {
        stdout.resume(); // Nobody reads the log.
        return url;
      }
    }
  throw new Error(`it did not start: ${output}`);
};

const loggedIn = async (url: string): Promise<string> => {
  const body = JSON.stringify({ identifier: 'maud', password: 'a quiet room' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/local`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly jwt: string }).jwt;
};

/**
 * @param folder for uploads and the configuration
 * @param more further configuration
 * @param pictures the folder of the sample's pictures; without it, documents have none
 * @param port any free one by default
 */
export const startServer = async (
  uri: string,
  folder: string,
  more: object = {},
  pictures?: string,
  port = 0,
): Promise<Site> => {
  const { accessKey: token } = await seedDatabase(uri, folder, pictures);
  const config = join(folder, 'lectern.json');
  await writeFile(config, JSON.stringify({ ...settings(folder), ...more }));
  const server = spawn(process.execPath, ['bin/start.js', '--built'], {
    env: { ...process.env, ...secretsEnvironment, MONGODB_URI: uri, LECTERN_CONFIG: config, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await ready(server);
  return { url, token, jwt: await loggedIn(url), stop: () => server.kill('SIGKILL') };
};
