// The description is built once, and its examples once a minute per view; views do not share examples.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrator, type Caller } from '../../../lib/platform/access/index.ts';
import { contentRoutes, fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { descriptionFor, buildOpenApi } from '../../../lib/describe/openapi/index.ts';
import { examplesFor } from '../../../lib/describe/openapi/examplesFor.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, withRestConfig } from '../../setup/api.ts';
import { largeSchema } from '../../setup/large.ts';

const api = createApi(library);
const routes = { fixed: fixedRoutes, ofTypes: contentRoutes };

const spyOnBuilds = () => ({
  stringify: vi.spyOn(JSON, 'stringify'),
  locales: vi.spyOn(api.service().locales, 'known'),
});
let spies: ReturnType<typeof spyOnBuilds>;

/** How often a description was built without its examples. */
const descriptionsBuilt = (): number =>
  spies.stringify.mock.calls.filter(([value]) => typeof value === 'object' && value !== null && 'openapi' in value)
    .length;

/** How often the examples of a view were read: Lectern looks up the locales once per type. */
const examplesRead = (): number => spies.locales.mock.calls.length / library.served.size;

const viewOf = (view: string): Caller => ({ ...administrator, view });

/** A service without cached descriptions, with a clock to set. */
const fresh = (more: Partial<Service> = {}) => {
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') };
  const service = { ...api.service(), ...more, now: () => new Date(clock.time) };
  const textFor = async (caller: Caller): Promise<string> => (await descriptionFor(service, routes, caller)).text;
  return { clock, service, textFor };
};

beforeAll(async () => {
  await api.post('/api/shelves', { name: 'By the door' });
  await api.post('/api/books', { title: 'A Long Book', extra: { song: 'la '.repeat(1_000) } });
});
beforeEach(() => {
  spies = spyOnBuilds();
});

describe('the description', () => {
  it('is built once, even for simultaneous requests of different callers', async () => {
    const { textFor } = fresh();
    const callers = ['one', 'other'].map(viewOf);
    const texts = await Promise.all([...callers, ...callers, ...callers].map(textFor));
    expect([new Set(texts).size, descriptionsBuilt()]).toEqual([1, 1]);
    expect(examplesRead()).toBe(2);
    await Promise.all(callers.map(textFor));
    expect([descriptionsBuilt(), examplesRead()]).toEqual([1, 2]);
  });

  it('equals the document that the command line writes', async () => {
    const { service, textFor } = fresh();
    const commandOutput = JSON.stringify(
      buildOpenApi({ ...service, routes }, await examplesFor(service, administrator)),
    );
    expect(commandOutput.includes('By the door')).toBe(true);
    expect(JSON.parse(await textFor(administrator))).toEqual(JSON.parse(commandOutput));
  });

  it('has separate examples and a separate ETag for each view', async () => {
    const { service } = fresh();
    const stranger: Caller = { id: 'public', kind: 'public', allowed: new Map(), view: 'nothing' };
    const [all, nothing] = [
      await descriptionFor(service, routes, administrator),
      await descriptionFor(service, routes, stranger),
    ];
    expect(all.text.includes('By the door')).toBe(true);
    expect(nothing.text.includes('By the door')).toBe(false);
    expect(all.etag).not.toBe(nothing.etag);
  });

  it('has examples that are at most one minute old', async () => {
    const { clock, textFor } = fresh();
    await textFor(administrator);
    clock.time += 59_999;
    await textFor(administrator);
    expect(examplesRead()).toBe(1);
    clock.time += 1;
    await textFor(administrator);
    expect(examplesRead()).toBe(2);
    expect(descriptionsBuilt()).toBe(1);
  });

  it('is built again after a failure', async () => {
    const { textFor } = fresh();
    spies.locales.mockRejectedValueOnce(new Error('no database'));
    const first = [textFor(administrator), textFor(administrator)];
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(JSON.parse(await textFor(administrator))).toHaveProperty('paths');
    expect(examplesRead()).toBe(2);
  });

  it('is cached for the most recently used views', async () => {
    const { textFor } = fresh();
    const views = Array.from({ length: 21 }, (_, index) => viewOf(String(index)));
    for (const view of views) await textFor(view);
    expect(examplesRead()).toBe(21);
    await textFor(viewOf('20'));
    expect(examplesRead()).toBe(21);
    await textFor(viewOf('0'));
    expect(examplesRead()).toBe(22);
  });
});

describe('the size of the description', () => {
  const bytes = (text: string): number => Buffer.byteLength(text);
  const withRoom = (maxResponseBytes: number) => fresh({ config: withRestConfig({ maxResponseBytes }) });

  it('is below 5.4 MB for 250 types', () => {
    const description = buildOpenApi({ schema: largeSchema(250), config: withRestConfig({}), routes });
    expect(bytes(JSON.stringify(description))).toBeLessThan(5_400_000);
  });

  it('leaves out long examples if the description would exceed the maximum answer', async () => {
    const fullText = await fresh().textFor(administrator);
    expect(fullText.includes('la la la')).toBe(true);
    const { service } = fresh();
    const without = bytes(JSON.stringify(buildOpenApi({ ...service, routes })));
    const short = await withRoom(without + 5_000).textFor(administrator);
    expect(short.includes('la la la')).toBe(false);
    expect(bytes(short)).toBeLessThanOrEqual(without + 5_000);
  });

  it('causes an error that names the command, if it exceeds the maximum answer without examples', async () => {
    const { textFor } = withRoom(50_000);
    await expect(textFor(administrator)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^The description has \d+ bytes, and the maximum for an answer is 50000\. Write it to a file with "lectern openapi --out openapi\.json"\.$/,
      ) as string,
    });
    expect(examplesRead()).toBe(0);
  });
});
