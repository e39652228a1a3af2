// A receiver whose name is resolved slowly delays neither logins by a provider nor other receivers.
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { expect, it, vi } from 'vitest';
import { startStandIn } from '../../setup/httpStandIn.ts';
import { providerSettings, siteWith } from '../../setup/providerSite.ts';
import { library } from '../../write/documents/library.ts';
import { loopOf } from '../../background/testWorker.ts';
import { createEventSite } from './eventSite.ts';

const site = await createEventSite(library);

/** A provider that publishes itself under a name, not an address. */
const provider = await startStandIn();
const issuer = provider.url.replace('127.0.0.1', 'localhost');
provider.answer = (response) => {
  const metadata = {
    ...{ issuer, jwks_uri: `${issuer}/keys` },
    ...{ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
};

const slow = 'slow.example';

type LookupDone = (error: Error | null, addresses: readonly dns.LookupAddress[]) => void;

/** Node lets two of its threads resolve names. That of the slow one takes a thread and does not end. */
const simulateThreads = (): void => {
  let free = 2;
  const lookup = (host: string, _: unknown, done: LookupDone): void => {
    if (free === 0) return;
    if (host === slow) free--;
    else done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup);
};

it('lets logins and other deliveries go on', async () => {
  simulateThreads();
  const ask = vi.spyOn(Resolver.prototype, 'resolve4').mockReturnValue(new Promise(() => undefined));
  vi.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(new Promise(() => undefined));
  await site.addWebhook({ url: `http://${slow}/hook` });
  await site.addWebhook({ url: site.receiver.url.replace('127.0.0.1', 'localhost') });
  for (let count = 0; count < 5; count++) await site.create('/api/books?status=draft', { title: `Book ${count}` });
  const relay = loopOf(site.serviceWithClock());
  await relay.round();
  const login = siteWith(site, { providers: { keycloak: providerSettings({ issuer }) } });
  const { headers } = await login.get('/admin/connect/keycloak', { as: null });
  expect(headers.location).toContain(`${issuer}/authorize`);
  await relay.whenIdle();
  expect(site.takeCalls()).toHaveLength(5);
  const waiting = await site.deliveries();
  expect(new Set(waiting.map(({ lastAttempt }) => lastAttempt?.message))).toEqual(
    new Set([`The name servers did not resolve ${slow}`]),
  );
  expect(ask.mock.calls.map(([host]) => host)).toEqual([slow]);
  await relay.end();
});
