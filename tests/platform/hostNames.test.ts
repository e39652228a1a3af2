// Resolving names: with name servers that hang, with the operating system one at a time, and with failures that are remembered.
import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HostNames } from '../../lib/platform/hostNames.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const fault = (code: string): Error => Object.assign(new Error(`query ${code}`), { code });
const unknown = (): Promise<never> => Promise.reject(fault('ENOTFOUND'));

const [ip4, ip6] = ['192.0.2.1', '2001:db8::1'];
const v4 = { address: ip4, family: 4 };

const hosts = '# intranet.example\n127.0.0.1\tLocalhost keycloak\n';

/** @param answers what name servers answer for IPv4 and for IPv6; unknown names by default */
const namesWith = (
  answers: Readonly<Record<string, readonly [() => Promise<readonly string[]>, () => Promise<readonly string[]>]>>,
  system: (host: string) => Promise<readonly LookupAddress[]> = unknown,
) => {
  const resolve4 = vi.fn((host: string) => (answers[host]?.[0] ?? unknown)());
  const resolve6 = vi.fn((host: string) => (answers[host]?.[1] ?? unknown)());
  const lookup = vi.fn(system);
  return { names: new HostNames({ resolve4, resolve6 }, lookup, () => Promise.resolve(hosts)), resolve4, lookup };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => (error instanceof Error ? error.message : error));

const whenCalled = (called: { readonly mock: { readonly calls: readonly unknown[] } }): Promise<void> =>
  vi.waitFor(() => {
    expect(called.mock.calls.length).toBeGreaterThan(0);
  });

it('asks once for all calls of a name that hangs, without the operating system, and other names go on', async () => {
  const { names, resolve4, lookup } = namesWith({
    'slow.example': [never, never],
    'hook.example': [() => Promise.resolve([ip4]), () => Promise.resolve([ip6])],
  });
  const calls = Array.from({ length: 5 }, () => outcomeOf(names.find('slow.example')));
  expect(await names.find('hook.example')).toEqual([v4, { address: ip6, family: 6 }]);
  await vi.waitFor(() => {
    expect(resolve4.mock.calls.flat()).toContain('slow.example');
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['The name servers did not resolve slow.example']));
  expect(await outcomeOf(names.find('slow.example'))).toBe('The name servers did not resolve slow.example');
  expect(resolve4.mock.calls.flat().filter((host) => host === 'slow.example')).toHaveLength(1);
  expect(lookup).not.toHaveBeenCalled();
});

it('forgets a failure after a few seconds, and a success at once', async () => {
  const resolve = vi.fn<() => Promise<readonly string[]>>(() => Promise.reject(fault('ESERVFAIL')));
  const { names } = namesWith({ 'hook.example': [resolve, unknown] });
  await outcomeOf(names.find('hook.example'));
  await outcomeOf(names.find('hook.example'));
  expect(resolve).toHaveBeenCalledTimes(1);
  resolve.mockImplementation(() => Promise.resolve([ip4]));
  await vi.advanceTimersByTimeAsync(10_000);
  for (let count = 0; count < 2; count++) expect(await names.find('hook.example')).toEqual([v4]);
  expect(resolve).toHaveBeenCalledTimes(3);
});

it('takes the addresses of one kind if name servers never answer for the other', async () => {
  const { names, resolve4 } = namesWith({ 'hook.example': [() => Promise.resolve([ip4]), never] });
  const found = names.find('hook.example');
  await whenCalled(resolve4);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await found).toEqual([v4]);
});

it('asks the operating system for one name at a time, and for a name that it keeps only once', async () => {
  const { names, lookup } = namesWith({}, (host) => (host === 'slow' ? never() : Promise.resolve([v4])));
  const [slow, other] = [outcomeOf(names.find('slow')), outcomeOf(names.find('hook'))];
  await whenCalled(lookup);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([await slow, await other]).toEqual([
    'The name slow was not resolved in 5 s',
    'The name hook was not resolved in 5 s',
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  await outcomeOf(names.find('slow'));
  expect(lookup.mock.calls).toHaveLength(1);
});

it('keeps no failure of a name that waits for a slower one, which then rests', async () => {
  const late = (): Promise<(typeof v4)[]> => new Promise((resolve) => setTimeout(resolve, 20_000, [v4]));
  const { names, lookup } = namesWith({}, (host) => (host === 'slow' ? late() : Promise.resolve([v4])));
  const slow = outcomeOf(names.find('slow'));
  await whenCalled(lookup);
  const early = outcomeOf(names.find('hook'));
  await vi.advanceTimersByTimeAsync(17_000);
  const second = outcomeOf(names.find('hook'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect([await slow, await early, await second]).toEqual([
    ...['The name slow was not resolved in 5 s', 'The name hook was not resolved in 5 s', [v4]],
  ]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await outcomeOf(names.find('slow'))).toBe('The name slow was not resolved in 5 s');
  expect(lookup.mock.calls.flat().filter((host) => host === 'slow')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100_000);
  void outcomeOf(names.find('slow'));
  await vi.waitFor(() => {
    expect(lookup.mock.calls.flat().filter((host) => host === 'slow')).toHaveLength(2);
  });
});

it('reads names of the hosts file, also while the operating system looks for another one', async () => {
  const { names, resolve4, lookup } = namesWith({}, never);
  void outcomeOf(names.find('slow'));
  await whenCalled(lookup);
  const found = await names.find('LocalHost');
  expect(found).toContainEqual({ address: '127.0.0.1', family: 4 });
  await names.requireResolvable('http://localhost:3000/hook');
  await names.requireResolvable('http://keycloak:8080/');
  expect([resolve4.mock.calls, lookup.mock.calls]).toEqual([[['slow']], [['slow']]]);
  void outcomeOf(names.find('intranet.example'));
  await vi.waitFor(() => {
    expect(resolve4).toHaveBeenCalledWith('intranet.example');
  });
});

it.each(['http://127.0.0.1/', 'http://[::1]/'])('resolves no address: %s', async (url) => {
  const { names, lookup } = namesWith({});
  await names.requireResolvable(url);
  expect(lookup).not.toHaveBeenCalled();
});

it('says that a name has no address, if nobody knows it', async () => {
  const { names } = namesWith({}, () => Promise.resolve([]));
  await expect(names.find('nobody.example')).rejects.toThrow('nobody.example has no address');
});
