// The locales as a process knows them: created at the first use, and read again after ten seconds.
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, Sequences } from '../../../lib/platform/db/index.ts';
import {
  createLocale,
  deleteLocale,
  LocaleStore,
  updateLocale,
  type LocalesContext,
} from '../../../lib/platform/locales/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { localized, pagesWith } from '../../write/documents/pages.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

let now = new Date('2026-01-31T09:30:00Z').getTime();
let made = 0;
const processOf = (more: Partial<LocalesContext> = {}): LocaleStore =>
  new LocaleStore({
    schema: pagesWith({ title: { type: 'string', ...localized } }),
    database,
    sequences: new Sequences(database.get),
    now: () => new Date(now),
    newDocumentId: () => `document${++made}`,
    config: defaultConfig,
    firstCode: 'de-AT',
    ...more,
  });
const hasLocale = async (locales: LocaleStore, code: string): Promise<boolean> =>
  (await locales.known()).codes.has(code);

it('the first locale is created once, even if several processes need it at once', async () => {
  const lists = await Promise.all(Array.from({ length: 6 }, () => processOf().list()));
  expect(lists[0]).toMatchObject([{ code: 'de-AT', name: 'Austrian German (de-AT)', isDefault: true }]);
  for (const list of lists) expect(list).toEqual(lists[0]);
  expect((await processOf().known()).defaultLocale).toBe('de-AT');
});

describe('a new locale', () => {
  it('is visible at once in the process that created it, and within ten seconds in others', async () => {
    const [own, other] = [processOf(), processOf()];
    expect([await hasLocale(own, 'fr'), await hasLocale(other, 'fr')]).toEqual([false, false]);
    await createLocale(own, { code: 'fr', name: null, isDefault: true });
    expect([await hasLocale(own, 'fr'), await hasLocale(other, 'fr')]).toEqual([true, false]);
    now += 9_999;
    expect(await hasLocale(other, 'fr')).toBe(false);
    now += 1;
    expect(await other.known()).toEqual({ codes: new Set(['de-AT', 'fr']), defaultLocale: 'fr' });
  });

  it('is visible in others after their clock was set back', async () => {
    const [own, other] = [processOf(), processOf()];
    expect(await hasLocale(other, 'uk')).toBe(false);
    await createLocale(own, { code: 'uk', name: null, isDefault: false });
    now -= 3_600_000;
    expect(await hasLocale(other, 'uk')).toBe(true);
    now += 3_600_000;
  });

  it('is visible even if the list was being read meanwhile', async () => {
    const own = processOf();
    const reading = own.known();
    await createLocale(own, { code: 'it', name: null, isDefault: false });
    await reading;
    expect(await hasLocale(own, 'it')).toBe(true);
  });
});

describe('a deleted locale', () => {
  const [minute, trusted] = [60_000, 10_000];

  /** Creates a locale that both processes see, and deletes it in the first. */
  const deleted = async (code: string): Promise<{ readonly own: LocaleStore; readonly other: LocaleStore }> => {
    const [own, other] = [processOf(), processOf()];
    const { id } = await createLocale(own, { code, name: null, isDefault: false });
    expect([await hasLocale(own, code), await hasLocale(other, code)]).toEqual([true, true]);
    await deleteLocale(own, id);
    return { own, other };
  };
  const stored = async (code: string): Promise<unknown> =>
    (await database.get()).collection<{ _id: string }>('lectern_locales').findOne({ _id: code });

  it('stays visible in other processes for ten seconds, and is removed after a minute', async () => {
    const { own, other } = await deleted('nl');
    expect([await hasLocale(own, 'nl'), await hasLocale(other, 'nl')]).toEqual([false, true]);
    now += trusted;
    expect([await hasLocale(own, 'nl'), await hasLocale(other, 'nl')]).toEqual([false, false]);
    now += minute - trusted - 1;
    await own.list();
    expect(await stored('nl')).not.toBeNull();
    now += 1;
    await own.list();
    expect(await stored('nl')).toBeNull();
  });

  it('comes back if another process created documents in it meanwhile', async () => {
    const { own, other } = await deleted('sv');
    await (await database.get()).collection('pages').insertOne({ documentId: 'late', locale: 'sv', revision: 1 });
    now += trusted;
    expect([await hasLocale(own, 'sv'), await hasLocale(other, 'sv')]).toEqual([false, false]);
    now += minute - trusted;
    expect([await hasLocale(own, 'sv'), await hasLocale(other, 'sv')]).toEqual([true, true]);
    const sv = (await own.list()).find(({ code }) => code === 'sv');
    await expect(deleteLocale(own, sv?.id ?? 0)).rejects.toThrow('The locale sv still has 1 of page');
  });

  it('cannot be changed or deleted again, and can be created again at once', async () => {
    const own = processOf();
    const { id } = await createLocale(own, { code: 'pl', name: 'Old', isDefault: false });
    await deleteLocale(own, id);
    await expect(deleteLocale(own, id)).rejects.toMatchObject({ status: 404 });
    await expect(updateLocale(own, id, { name: 'New' })).rejects.toMatchObject({ status: 404 });
    const made = await createLocale(own, { code: 'pl', name: 'New', isDefault: false });
    expect(made.id).toBeGreaterThan(id);
    await expect(createLocale(own, { code: 'pl', name: 'Twice', isDefault: false })).rejects.toMatchObject({
      message: 'This locale already exists',
    });
    now += minute;
    expect((await own.list()).filter(({ code }) => code === 'pl')).toEqual([made]);
  });
});

it('reads the locales again after the database failed', async () => {
  let fails = true;
  const get = (): ReturnType<typeof database.get> => (fails ? Promise.reject(new Error('away')) : database.get());
  const locales = processOf({ database: { ...database, get } });
  await expect(locales.known()).rejects.toThrow('away');
  fails = false;
  expect(await hasLocale(locales, 'fr')).toBe(true);
});
