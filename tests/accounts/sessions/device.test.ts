// Names devices by their User-Agent header.
import { expect, it } from 'vitest';
import { deviceNameOf, deviceOf, readDeviceId } from '../../../lib/accounts/sessions/device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/120.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/120.0 Safari/537.36 Edg/120.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/120.0.0.0 Safari/537.36 OPR/106.0`, 'Opera on Linux'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webKit} Chrome/120.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['MyApp/2.0 (iPad; iOS 17)', 'iOS'],
  ['curl/8.5.0', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});

it('a device has the name that the client gives it, if that is a text of at most 255 characters', () => {
  const request = { headers: { 'user-agent': 'Firefox/121.0' } };
  expect(deviceOf(request, readDeviceId('my phone'))).toEqual({ deviceId: 'my phone', deviceName: 'Firefox' });
  for (const ignored of [undefined, null, '', 5, { $ne: null }]) expect(readDeviceId(ignored)).toBeUndefined();
  expect(deviceOf(request, undefined)).toEqual({ deviceName: 'Firefox' });
  expect(readDeviceId('x'.repeat(255))).toHaveLength(255);
  expect(() => readDeviceId('x'.repeat(256))).toThrow('deviceId must be at most 255 characters');
});
