// Limits on login, registration and password-reset attempts; the counters are in the database, shared by all processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAddress, checkIdentifier, delayFailures, type IdentifiedAttempt } from '../../../lib/api/rateLimit.ts';
import { defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { isUnreachable, prepareIndexes } from '../../../lib/platform/db/index.ts';
import { ApiError } from '../../../lib/errors.ts';
import { hashOf } from '../../../lib/platform/hashOf.ts';
import { createService, type Service } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { freshDatabase } from '../../setup/database.ts';
import { secrets } from '../../setup/secrets.ts';

const limit = { perAddress: 5, perIdentifier: 8 };
const config: Config = {
  ...defaultConfig,
  auth: {
    ...defaultConfig.auth,
    limits: { seconds: 60, login: { ...limit, beforeDelay: 100 }, register: limit, forgot: limit, refresh: limit },
  },
};
const { uri } = freshDatabase();
const services = [1, 2, 3].map(() => createService({ schema: library, config }, uri, secrets));
beforeAll(async () => {
  await prepareIndexes(await at(now).database.get(), library);
});
afterAll(() => Promise.all(services.map(({ database }) => database.close())));

/** @param process the index of one of the three services */
const at = (time: string, process = 0): Service => {
  const service = services[process % services.length];
  if (service === undefined) throw new Error('there is none');
  return { ...service, now: () => new Date(time) };
};
// In the future, because MongoDB removes counters whose window is over by its own clock.
const now = '2126-05-04T12:00:10.500Z';

interface Try {
  readonly from?: string;
  readonly as?: string;
  readonly kind?: IdentifiedAttempt;
  readonly service?: Service;
}

/** @returns the error that refuses the attempt; undefined if it is allowed */
const refusal = async ({ from = '', as = '', kind = 'login', service = at(now) }: Try): Promise<unknown> =>
  checkAddress(service, { address: from }, kind)
    .then(() => checkIdentifier(service, kind, as))
    .catch((error: unknown) => error);

const refused = async (tries: readonly Try[]): Promise<number> => {
  const refusals = await Promise.all(tries.map(refusal));
  return refusals.filter((one) => one instanceof ApiError && one.status === 429).length;
};

const times = (number: number, one: (i: number) => Try): readonly Try[] =>
  Array.from({ length: number }, (_, i) => one(i));

describe('attempts', () => {
  it('are refused after too many from one address, whatever identifiers they use', async () => {
    expect(await refused(times(5, (i) => ({ from: '192.0.2.1', as: `a${i}` })))).toBe(0);
    expect(await refusal({ from: '192.0.2.1', as: 'other' })).toMatchObject({
      status: 429,
      name: 'RateLimitError',
      message: 'Too many requests, please try again later.',
      details: {},
      headers: { 'retry-after': '50' },
    });
    expect(await refusal({ from: '192.0.2.2', as: 'other' })).toBeUndefined();
  });

  it('are refused after too many from one IPv6 network', async () => {
    expect(await refused(times(6, (i) => ({ from: `2001:db8::${i}`, as: `b${i}` })))).toBe(1);
  });

  it('are refused after too many with one identifier in any letter case, whatever their addresses', async () => {
    expect(
      await refused(times(8, (i) => ({ from: `198.51.100.${i}`, as: i % 2 === 0 ? 'Ann@X.org' : 'ann@x.ORG' }))),
    ).toBe(0);
    expect(await refusal({ from: '198.51.100.9', as: 'ann@x.org' })).toMatchObject({ status: 429 });
    expect(await refusal({ from: '198.51.100.9', as: 'bob@x.org' })).toBeUndefined();
  });

  it('of each kind are counted separately', async () => {
    const tries = (kind: IdentifiedAttempt) => times(6, () => ({ from: '192.0.2.3', as: 'kinds', kind }));
    for (const kind of ['login', 'register', 'forgot'] as const) expect(await refused(tries(kind))).toBe(1);
  });

  it('are allowed again when the window ends, which Retry-After announces', async () => {
    const tries = (service: Service) => times(6, (i) => ({ from: '192.0.2.4', as: `again${i}`, service }));
    expect(await refused(tries(at(now)))).toBe(1);
    const last = await refusal({ from: '192.0.2.4', service: at('2126-05-04T12:00:59.999Z') });
    expect(last).toMatchObject({ headers: { 'retry-after': '1' } });
    expect(await refused(tries(at('2126-05-04T12:01:00.000Z')))).toBe(1);
  });

  it('are counted across all processes, even fifty at once', async () => {
    const tries = times(50, (i) => ({ from: '192.0.2.5', as: `many${i}`, service: at(now, i) }));
    expect(await refused(tries)).toBe(45);
  });

  it.each([
    ['of any length', 'x'.repeat(500_000)],
    ['that is an empty text', ''],
    ['that is an operator', '{"$gt": ""}'],
    ['with a dollar', '$where'],
    ['with characters of all kinds', '\0\u{1F600}\uD800İ'],
  ])('with an identifier %s count like any other', async (_name, as) => {
    const tries = times(9, (i) => ({ from: `2001:db8:9:${i}::`, as, kind: 'forgot' as const }));
    expect(await refused(tries)).toBe(1);
  });

  it('store neither address nor identifier, and expire with their window', async () => {
    await refusal({ from: '192.0.2.77', as: 'kept@example.org' });
    const db = await at(now).database.get();
    const counters = await db.collection('lectern_attempts').find().toArray();
    expect(counters.length).toBeGreaterThan(0);
    expect(JSON.stringify(counters)).not.toMatch(/192\.0|\bkept\b|example/);
    for (const { until } of counters) expect(until).toBeInstanceOf(Date);
    const indexes = await db.collection('lectern_attempts').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 0 }));
  });

  it('with one name do not wait before the delays begin, whichever clock is behind', async () => {
    const from = { address: '192.0.2.8' };
    const clocks = ['10.500', '10.490', '10.510', '10.480'].map((second) => `2126-05-04T12:00:${second}Z`);
    for (const clock of clocks) await delayFailures(at(clock), from, 'clocks');
    await Promise.all(Array.from({ length: 20 }, (_, i) => delayFailures(at(clocks[i % 4] ?? now, i), from, 'clocks')));
    const counters = (await at(now).database.get()).collection<{ _id: string }>('lectern_attempts');
    expect(await counters.findOne({ _id: hashOf('failures', from.address, 'clocks') })).toMatchObject({ count: 24 });
  });

  it('with one name wait for 15 minutes at most after the clock was set back', async () => {
    const from = { address: '192.0.2.9' };
    const tryAt = (clock: string) => delayFailures(at(clock), from, 'set back');
    for (let count = 0; count < 100; count++) await tryAt('2126-05-04T18:00:00Z');
    await expect(tryAt('2126-05-04T18:00:00Z')).rejects.toMatchObject({ status: 429 });
    await tryAt(now);
    await expect(tryAt(now)).rejects.toMatchObject({ status: 429 });
  });

  it('are refused if they cannot be counted', async () => {
    const unreachableService = createService(
      { schema: library, config },
      'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100',
      secrets,
    );
    expect(isUnreachable(await refusal({ from: '192.0.2.6', service: unreachableService }))).toBe(true);
  });
});
