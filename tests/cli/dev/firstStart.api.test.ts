// What `lectern dev` does while its first server starts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { dev } from '../../../cli/dev/main.ts';
import { freshFolder } from '../../media/files.ts';
import { freshDatabase } from '../../setup/database.ts';
import { typeFile } from '../../setup/schema.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';

const root = await freshFolder();
const { uri } = freshDatabase();
const env = { ...secretsEnvironment, MONGODB_URI: uri, PORT: '0', CONTENT_TYPES: root };

it('starts the server again for a file that is written before the first one is ready', async () => {
  for (const print of ['error', 'log'] as const) vi.spyOn(console, print).mockReturnValue();
  await writeFile(join(root, 'note.json'), typeFile('note', { title: { type: 'string' } }));
  await writeFile(join(root, 'site.config'), '{ "editor": { "enabled": false } }');
  const stops: (() => Promise<void>)[] = [];
  const shutdown = { add: (stop: () => Promise<void>) => void stops.push(stop), hasBegun: () => false };
  const server = { ended: new Promise<void>(() => undefined), stop: () => Promise.resolve() };
  const writeLate = async (): Promise<string> => {
    await writeFile(join(root, 'late.json'), typeFile('late', { title: { type: 'string' } }));
    return 'http://127.0.0.1';
  };
  await new Promise<void>((resolve) => {
    let starts = 0;
    const start = () => {
      starts++;
      if (starts === 2) resolve();
      return { ...server, ready: starts === 1 ? writeLate() : Promise.resolve('http://127.0.0.1') };
    };
    const project = { root, env: { ...env, LECTERN_CONFIG: join(root, 'site.config') }, watched: [] };
    void dev(
      { ...project, build: (built) => Promise.resolve(built), start },
      { ...shutdown, end: () => Promise.resolve() },
    );
  });
  for (const stop of stops.toReversed()) await stop();
  expect(stops).toHaveLength(2);
});
