// Opens a database of each recorded release, upgrades it, and compares all answers with those of that release.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/platform/db/index.ts';
import { currentFormat, readFormat } from '../../../cli/migrate/index.ts';
import { installedVersion } from '../../../lib/installedPackage.ts';
import { freshDatabase } from '../../setup/database.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { startProgram, type RunningProgram } from '../../site/program.ts';
import { lectern } from '../inProcess.ts';
import {
  askServer,
  readRecorded,
  recordedReleases,
  releasesFolder,
  restoreRelease,
  type Answer,
  type Recorded,
} from './release.ts';

/** Attributes and built-in roles that answers got after the recorded releases. */
const addedAttributes = ['folder'];
const addedRoles = ['editor', 'author', 'administrator'];

const isAddedRole = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && addedRoles.some((type) => type === value.type);

const withoutAdded = (answer: Answer): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (addedAttributes.includes(name)) return undefined;
    return Array.isArray(value) ? value.filter((one) => !isAddedRole(one)) : value;
  });

/** Documents with equal sort values have another order since the recorded releases: those of a descending sort are compared by their ids. */
const inOrder = (path: string, answer: unknown): unknown =>
  path.includes(':desc')
    ? JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
        name === 'data' && Array.isArray(value)
          ? value.toSorted((one, other) => Number(one.id) - Number(other.id))
          : value,
      )
    : answer;

describe.each(recordedReleases())('a database of %s', (release) => {
  const { uri } = freshDatabase();
  const database = openDatabase(uri);
  const uploads = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'));
  const env = {
    ...secretsEnvironment,
    MONGODB_URI: uri,
    CONTENT_TYPES: join(releasesFolder, release, 'content-types'),
    LECTERN_CONFIG: join(releasesFolder, release, 'lectern.json'),
  };
  let recorded: Recorded;
  let server: RunningProgram | undefined;

  beforeAll(async () => {
    recorded = await readRecorded(release);
    await restoreRelease(await database.get(), release);
  });
  afterAll(async () => {
    await server?.stop();
    await database.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  it('lectern upgrade names what it needs, and changes nothing', async () => {
    const { code, stdout, stderr } = await lectern(['upgrade'], env);
    expect(stdout).toContain(`## ${installedVersion()}`);
    const stored = (await readFormat(await database.get()))?.format ?? 0;
    expect(stdout).toContain(stored < currentFormat ? `stored format ${stored + 1}: ` : 'stored format: up to date');
    // The recorded files have no indexes.
    expect(stdout).toMatch(/indexes: \d+ missing/);
    expect(stdout).toContain('content types: no document needs a migration');
    expect(stderr).toContain('`lectern upgrade --apply`');
    expect(code).toBe(1);
    expect((await lectern(['upgrade'], env)).stdout).toBe(stdout);
  });

  it('lectern upgrade --apply migrates it; then nothing is left to do', async () => {
    const applied = await lectern(['upgrade', '--apply'], env);
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('the database is upgraded')]);
    const again = await lectern(['upgrade'], env);
    expect([again.code, again.stderr]).toEqual([0, 'nothing is left to do\n']);
    expect(again.stdout).not.toContain('## ');
    expect((await lectern(['indexes', 'check'], env)).code).toBe(0);
  });

  it('all components have ids, the same in both versions', async () => {
    const exhibits = await (
      await database.get()
    )
      .collection('exhibits')
      .find({ 'draft.body.1': { $exists: true } })
      .toArray();
    expect(exhibits.length).toBeGreaterThan(0);
    const idsIn = (value: unknown): readonly unknown[] =>
      [value].flat().map((part) => (part as { readonly id?: number } | null)?.id);
    for (const { draft, published = draft } of exhibits) {
      const ids = (version: typeof draft): readonly unknown[] => [
        ...['notes', 'body'].flatMap((name) => idsIn(version[name])),
        ...version.notes.flatMap(({ sources = [] }: { sources?: unknown }) => idsIn(sources)),
      ];
      expect(ids(draft).every(Number.isSafeInteger)).toBe(true);
      expect(new Set(ids(draft)).size).toBe(ids(draft).length);
      expect(ids(published)).toEqual(ids(draft));
    }
  });

  it('a server answers as the release did', async () => {
    server = await startProgram({ folder: '.', env }, ['dist/start.mjs'], { PORT: '0' });
    for (const [path, answer] of Object.entries(recorded.answers))
      expect([path, inOrder(path, withoutAdded(await askServer(server.url, path, recorded.token)))]).toEqual([
        path,
        inOrder(path, answer),
      ]);
  });

  it('users log in with their passwords, and documents can be written', async () => {
    const { url = '' } = server ?? {};
    const post = async (path: string, body: object, token?: string): Promise<number> => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect(await post('/api/auth/local', recorded.user)).toBe(200);
    expect(await post('/api/tags', { data: { word: 'after the upgrade' } }, recorded.token)).toBe(201);
    const before = recorded.answers['/api/tags?populate=*']?.body as { meta: { pagination: { total: number } } };
    const { body } = await askServer(url, '/api/tags?populate=*', recorded.token);
    expect(body).toMatchObject({ meta: { pagination: { total: before.meta.pagination.total + 1 } } });
  });

  it('lectern upgrade refuses a database of a later version', async () => {
    const formats = (await database.get()).collection<{ _id: string }>('lectern_schema');
    await formats.updateOne({ _id: 'format' }, { $set: { format: 1_000, version: '99.0.0' } });
    const planned = await lectern(['upgrade'], env);
    expect([planned.code, planned.stdout]).toEqual([1, expect.stringContaining('install Lectern 99.0.0 or later')]);
    const applied = await lectern(['upgrade', '--apply'], env);
    expect([applied.code, applied.stderr]).toEqual([1, expect.stringContaining('install Lectern 99.0.0 or later')]);
  });
});
