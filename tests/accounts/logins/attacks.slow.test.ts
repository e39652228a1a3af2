// Guessing passwords: what an attacker can try, and that the owner of an account still logs in.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { captureMails, password, registerUser } from '../../setup/users.ts';

const limits = { ...testConfig.auth.limits, seconds: 300 };
const login = { perAddress: 5, perIdentifier: 8, beforeDelay: 3 };
const config = {
  ...testConfig,
  http: { ...testConfig.http, trustedProxies: 1 },
  auth: { ...testConfig.auth, limits: { ...limits, login }, newDeviceMail: 'everyone' as const },
};
const api = createApi(library, config);
const manyAttempts = { ...login, perAddress: 1_000, perIdentifier: 1_000 };
const delaying = createApi(library, {
  ...config,
  auth: { ...config.auth, limits: { ...limits, login: manyAttempts } },
});

const deviceId = '7d1f0f0c-5d4e-4f4b-9a51-2f8a3c1f4a10';

interface Login {
  readonly from: string;
  readonly as: string;
  readonly secret?: string;
  readonly device?: string;
  readonly browser?: string;
}

const send = ({ from, as, secret = password, device, browser }: Login, site = api): Promise<Reply> => {
  const body = { identifier: as, password: secret, ...(device === undefined ? {} : { deviceId: device }) };
  return site.request('POST', '/api/auth/local', {
    as: null,
    body,
    headers: {
      'x-forwarded-for': from,
      'content-length': String(JSON.stringify(body).length),
      ...(browser === undefined ? {} : { 'user-agent': browser }),
    },
  });
};
const statusOf = async (one: Login): Promise<number> => (await send(one)).status;
const guess = (from: string, as: string, more: Partial<Login> = {}) =>
  statusOf({ from, as, secret: 'a guess', ...more });

const at = (time: number): void => {
  vi.setSystemTime(new Date(time));
};
// In the future, because MongoDB removes counters whose time is over by its own clock.
const start = Date.parse('2100-05-04T12:00:00Z');
let windows = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  windows++;
  at(start + windows * 86_400_000);
  return () => {
    vi.useRealTimers();
  };
});

describe('an attacker', () => {
  it('who sprays many accounts from one address is refused, and locks out none of them', async () => {
    await registerUser(api, 'ann');
    const tries = ['ann', 'bob', 'cem', 'dan', 'eva', 'fay'].map((name) => guess('192.0.2.1', name));
    expect((await Promise.all(tries)).filter((status) => status === 429)).toHaveLength(1);
    expect(await statusOf({ from: '192.0.2.1', as: 'ann' })).toBe(429);
    expect(await statusOf({ from: '192.0.2.2', as: 'ann' })).toBe(200);
  });

  it('who tries one account from many addresses is refused everywhere; its owner logs in with a known device or network', async () => {
    await registerUser(api, 'gil');
    expect(await statusOf({ from: '198.51.100.1', as: 'gil', device: deviceId })).toBe(200);
    const tries = Array.from({ length: 20 }, (_, i) =>
      guess(`203.0.113.${i}`, i % 2 === 0 ? 'gil' : 'gil@example.org'),
    );
    expect((await Promise.all(tries)).filter((status) => status === 400)).toHaveLength(15);
    expect(await statusOf({ from: '203.0.113.99', as: 'gil' })).toBe(429);
    // The same device elsewhere, and another device in the same network.
    expect(await statusOf({ from: '203.0.113.100', as: 'gil', device: deviceId })).toBe(200);
    expect(await statusOf({ from: '198.51.100.1', as: 'gil' })).toBe(200);
  });

  it('in the network of the owner does not lock out the known device of the owner', async () => {
    await registerUser(api, 'hal');
    expect(await statusOf({ from: '192.0.2.10', as: 'hal', device: deviceId })).toBe(200);
    for (let i = 0; i < 10; i++) await guess('192.0.2.10', 'hal');
    expect(await statusOf({ from: '192.0.2.10', as: 'hal' })).toBe(429);
    expect(await statusOf({ from: '192.0.2.10', as: 'hal', device: deviceId })).toBe(200);
  });

  it('gains nothing with the device of another account, and few guesses with a stolen one', async () => {
    await registerUser(api, 'ida');
    await registerUser(api, 'jan');
    for (const as of ['ida', 'jan'])
      expect(await statusOf({ from: '192.0.2.20', as, device: `${as}${deviceId}` })).toBe(200);
    const own = Array.from({ length: 20 }, (_, i) => guess(`198.51.100.${i}`, 'ida', { device: `jan${deviceId}` }));
    expect((await Promise.all(own)).filter((status) => status === 400)).toHaveLength(7);
    const stolen = Array.from({ length: 20 }, (_, i) => guess(`198.18.0.${i}`, 'ida', { device: `ida${deviceId}` }));
    expect((await Promise.all(stolen)).filter((status) => status === 400)).toHaveLength(5);
  });

  it('has to wait twice as long after each failure, also with many attempts at once', async () => {
    await registerUser(delaying, 'kai');
    const tryOnce = async () => {
      const { status, headers } = await send({ from: '192.0.2.30', as: 'kai', secret: 'a guess' }, delaying);
      return [status, Number(headers['retry-after'] ?? 0)] as const;
    };
    const burst = await Promise.all(Array.from({ length: 9 }, () => tryOnce()));
    // Three are free. The third is the one after which the waiting begins.
    expect(burst.filter(([status]) => status === 400)).toHaveLength(3);
    const waits: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      const [, wait] = await tryOnce();
      waits.push(wait);
      at(Date.now() + wait * 1000 - 1);
      expect((await tryOnce())[0]).toBe(429);
      at(Date.now() + 1);
      expect((await tryOnce())[0]).toBe(400);
    }
    expect(waits).toEqual([1, 2, 4]);
    at(Date.now() + 8_000);
    expect((await send({ from: '192.0.2.30', as: 'kai' }, delaying)).status).toBe(200);
    expect((await tryOnce())[0]).toBe(400);
    expect((await tryOnce())[0]).toBe(400);
  });

  it('learns nothing about which users exist', async () => {
    await registerUser(api, 'lea');
    const answers = async (as: string, network: number) =>
      Promise.all(Array.from({ length: 12 }, (_, i) => guess(`10.${network}.0.${i}`, as)));
    expect((await answers('lea', 1)).sort()).toEqual((await answers('nobody', 2)).sort());
  });
});

describe('a login with a new device', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('is mailed and recorded, but not the first one, and not a known device in another network', async () => {
    const { documentId } = await registerUser(api, 'moe');
    const mails = captureMails(api);
    const rows = async () => {
      return (await api.collection('lectern_audit')).countDocuments({ action: 'login.new-device', actor: documentId });
    };
    await send({ from: '192.0.2.40', as: 'moe', device: deviceId });
    await send({ from: '192.0.2.41', as: 'moe', device: deviceId, browser: firefox });
    expect([mails.length, await rows()]).toEqual([0, 0]);
    await send({ from: '192.0.2.40', as: 'moe', secret: 'wrong', device: 'another device id', browser: firefox });
    expect([mails.length, await rows()]).toEqual([0, 0]);
    await send({ from: '192.0.2.40', as: 'moe', device: 'another device id', browser: firefox });
    await send({ from: '192.0.2.40', as: 'moe', device: 'another device id', browser: firefox });
    expect([mails.length, await rows()]).toEqual([1, 1]);
    expect(mails[0]).toMatchObject({ to: 'moe@example.org', subject: 'New login to your account' });
    expect(mails[0]?.text).toMatch(/\n\nFirefox on Linux, 2100-\d\d-\d\d \d\d:\d\d UTC\n\n/);
    // Without a deviceId, the browser and the system are the device.
    await send({ from: '192.0.2.42', as: 'moe', browser: firefox });
    await send({ from: '192.0.2.43', as: 'moe', browser: firefox });
    expect(mails).toHaveLength(2);
  });

  it('without an id is new, although the user used this browser before they sent ids', async () => {
    await registerUser(api, 'rio');
    const mails = captureMails(api);
    await send({ from: '192.0.2.44', as: 'rio', browser: firefox });
    await send({ from: '192.0.2.44', as: 'rio', browser: firefox, device: deviceId });
    expect(mails.splice(0)).toHaveLength(1);
    await send({ from: '198.51.100.44', as: 'rio', browser: firefox });
    expect(mails.splice(0)).toHaveLength(1);
    await send({ from: '198.51.100.44', as: 'rio', browser: firefox });
    expect(mails).toHaveLength(0);
  });

  it('with the id that came with a new password is known', async () => {
    await registerUser(api, 'sia');
    const mails = captureMails(api);
    await api.request('POST', '/api/auth/forgot-password', { as: null, body: { email: 'sia@example.org' } });
    const code = /code=([\w.-]+)/.exec(mails.splice(0)[0]?.text ?? '')?.[1];
    const body = { code, password: 'a quiet room', passwordConfirmation: 'a quiet room', deviceId };
    expect((await api.request('POST', '/api/auth/reset-password', { as: null, body })).status).toBe(200);
    await send({ from: '192.0.2.45', as: 'sia', device: deviceId, secret: 'a quiet room' });
    expect(mails).toHaveLength(0);
    const long = { ...body, deviceId: 'x'.repeat(256) };
    expect((await api.request('POST', '/api/auth/reset-password', { as: null, body: long })).status).toBe(400);
  });

  it('succeeds if the mail server fails', async () => {
    await registerUser(api, 'ned');
    captureMails(api);
    await send({ from: '192.0.2.50', as: 'ned', device: deviceId });
    const { mailerFor } = await import('../../../lib/platform/mail/index.ts');
    vi.spyOn(mailerFor(api.service()), 'send').mockRejectedValue(new Error('no server'));
    expect(await statusOf({ from: '192.0.2.50', as: 'ned', device: 'another device id' })).toBe(200);
  });

  it('with too long an id is refused before anything is recorded', async () => {
    const { documentId } = await registerUser(api, 'pia');
    expect(await statusOf({ from: '192.0.2.70', as: 'pia', device: 'x'.repeat(256) })).toBe(400);
    expect(
      await (await api.collection('lectern_audit')).countDocuments({ actor: documentId, action: 'login.succeeded' }),
    ).toBe(0);
  });

  it('stores no address, no device and no name', async () => {
    await registerUser(api, 'oda');
    await send({ from: '192.0.2.60', as: 'oda', device: deviceId });
    const stored = JSON.stringify(await (await api.collection('lectern_known_devices')).find().toArray());
    // Random ids contain short words by chance, so these are whole words.
    expect(stored).not.toMatch(/192\.0|\b(?:7d1f0f0c|oda)\b/);
  });
});
