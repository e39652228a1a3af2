// The locales as a process knows them: made when first asked for, read again after ten seconds.
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, Sequences } from '../../lib/db/index.ts';
import { createLocale, Locales, type LocalesContext } from '../../lib/locales/index.ts';
import { freshDatabase } from '../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

let now = new Date('2026-01-31T09:30:00Z').getTime();
let made = 0;
const processOf = (more: Partial<LocalesContext> = {}): Locales =>
  new Locales({
    database,
    sequences: new Sequences(database.get),
    now: () => new Date(now),
    newDocumentId: () => `document${++made}`,
    firstCode: 'de-AT',
    ...more,
  });
const sees = async (locales: Locales, code: string): Promise<boolean> => (await locales.known()).codes.has(code);

describe('the first locale', () => {
  it('is made once, however many ask for it at once', async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, () => processOf().list()));
    expect(lists[0]).toMatchObject([{ code: 'de-AT', name: 'Austrian German (de-AT)', isDefault: true }]);
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect((await processOf().known()).defaultLocale).toBe('de-AT');
  });
});

describe('a new locale', () => {
  it('is seen at once by the process that made it, and by others within ten seconds', async () => {
    const [own, other] = [processOf(), processOf()];
    expect([await sees(own, 'fr'), await sees(other, 'fr')]).toEqual([false, false]);
    await createLocale(own, { code: 'fr', name: null, isDefault: true });
    expect([await sees(own, 'fr'), await sees(other, 'fr')]).toEqual([true, false]);
    now += 9_999;
    expect(await sees(other, 'fr')).toBe(false);
    now += 1;
    expect(await other.known()).toEqual({ codes: new Set(['de-AT', 'fr']), defaultLocale: 'fr' });
  });

  it('is seen also where the list was just being read', async () => {
    const own = processOf();
    const reading = own.known();
    await createLocale(own, { code: 'it', name: null, isDefault: false });
    await reading;
    expect(await sees(own, 'it')).toBe(true);
  });
});

it('asks again when the database could not be asked', async () => {
  let fails = true;
  const get = (): ReturnType<typeof database.get> => (fails ? Promise.reject(new Error('away')) : database.get());
  const locales = processOf({ database: { ...database, get } });
  await expect(locales.known()).rejects.toThrow('away');
  fails = false;
  expect(await sees(locales, 'fr')).toBe(true);
});
