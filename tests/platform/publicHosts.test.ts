// Checks that calls reach no private address, however the URL writes it.
import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { HostNames, lookupWith } from '../../lib/platform/hostNames.ts';
import { findPublic, refusePrivate } from '../../lib/platform/publicHosts.ts';

const setting = 'webhooks.allowPrivate';

const lookUp = (addresses: readonly LookupAddress[], all: boolean, error: Error | null = null): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const names = new HostNames(
      { resolve4: () => Promise.reject(unknown), resolve6: () => Promise.reject(unknown) },
      () => (error === null ? Promise.resolve(addresses) : Promise.reject(error)),
    );
    lookupWith((host) => findPublic(host, setting, names))('example.org', { all }, (fault, found, family) => {
      if (fault === null) resolve(all ? found : [found, family]);
      else reject(fault);
    });
  });

/** What name servers answer if they do not know a name. */
const unknown = Object.assign(new Error('queryA ENOTFOUND example.org'), { code: 'ENOTFOUND' });

const publicV4 = { address: '93.184.215.14', family: 4 };
const publicV6 = { address: '2606:2800:21f:cb07::1', family: 6 };

it.each(['127.0.0.1', '[::1]', '10.0.0.1', '[::ffff:169.254.169.254]'])('refuses %s in a URL', (host) => {
  expect(() => {
    refusePrivate(new URL(`http://${host}/`).hostname, setting);
  }).toThrow(/private address/);
});

it.each(['http://2130706433/', 'http://0x7f.1/', 'http://017700000001/'])(
  'refuses %s, another form of 127.0.0.1',
  (url) => {
    expect(() => {
      refusePrivate(new URL(url).hostname, setting);
    }).toThrow('127.0.0.1 is or leads to a private address');
  },
);

it.each(['example.org', '8.8.8.8', '[2606:2800:21f:cb07::1]'])('permits lookups for %s', (host) => {
  expect(() => {
    refusePrivate(host, setting);
  }).not.toThrow();
});

it('returns the addresses of a name in the requested form', async () => {
  expect(await lookUp([publicV4, publicV6], true)).toEqual([publicV4, publicV6]);
  expect(await lookUp([publicV4, publicV6], false)).toEqual([publicV4.address, 4]);
});

it.each([true, false])('refuses a name with one private address among others (all: %s)', async (all) => {
  const addresses = [publicV4, { address: '::ffff:10.0.0.5', family: 6 }];
  await expect(lookUp(addresses, all)).rejects.toThrow(
    /^example\.org is or leads to a private address; webhooks\.allowPrivate permits it$/,
  );
});

it('fails for a name that does not exist', async () => {
  await expect(lookUp([], true)).rejects.toThrow('example.org has no address');
  await expect(lookUp([], true, new Error('not found'))).rejects.toThrow('not found');
});
