// Lists the locales and finds the default one, with a cache of ten seconds.
import type { Collection, Db } from 'mongodb';
import type { RecordingContext } from '../audit/index.ts';
import { collections, type Sequences, withBriefLockWait, livingFilter } from '../db/index.ts';
import { isKept } from '../isKept.ts';
import type { Schema, ContentType } from '../../schema/index.ts';
import { toLocale, type Locale, type StoredLocale } from './storedLocale.ts';

/** The locales, as reads and writes of documents need them. */
export interface KnownLocales {
  readonly codes: ReadonlySet<string>;
  readonly defaultLocale: string;
}

/** What the storage of locales depends on. */
export interface LocalesContext extends RecordingContext {
  readonly schema: Schema;
  readonly sequences: Sequences;
  readonly newDocumentId: () => string;
  /** The code of the first locale, which exists before any other is created. */
  readonly firstCode: string;
}

/** @returns the types that have documents in the locale, with their number */
export const countLocaleDocuments = async (
  db: Db,
  schema: Schema,
  locale: string,
): Promise<readonly (readonly [ContentType, number])[]> => {
  const localized = [...schema.types.values()].filter((type) => type.localized);
  const counts = await Promise.all(
    localized.map(
      async (type) =>
        [type, await db.collection(type.collectionName).countDocuments({ locale, ...livingFilter })] as const,
    ),
  );
  return counts.filter(([, count]) => count > 0);
};

/** After this time every process knows of the deletion, and every earlier request has ended. */
const settledMs = 60_000;

/**
 * Whether a stored locale exists. Other processes may write documents in a deleted locale for ten more seconds, and none of
 * these documents may be lost. So a deletion only marks the locale. The first read of the list after a minute counts its
 * documents: it removes the locale if there are none, and restores it otherwise.
 */
const settleDeletion = async (db: Db, schema: Schema, stored: StoredLocale, now: Date): Promise<boolean> => {
  const { _id: code, deletedAt } = stored;
  if (deletedAt === undefined) return true;
  if (now.getTime() - deletedAt.getTime() < settledMs) return false;
  const hasDocuments = (await countLocaleDocuments(db, schema, code)).length > 0;
  const locales = db.collection<StoredLocale>(collections.locales);
  const markedFilter = { _id: code, deletedAt };
  // If another transaction has locked the locale, the next read of the list does this.
  await withBriefLockWait((options) =>
    hasDocuments
      ? locales.updateOne(markedFilter, { $unset: { deletedAt: 1 } }, options)
      : locales.deleteOne(markedFilter, options),
  );
  return hasDocuments;
};

/** How long the list is cached: other processes notice a change within this time. */
const cachedMs = 10_000;

export class LocaleStore {
  readonly context: LocalesContext;
  private cached: { readonly known: Promise<KnownLocales>; readonly until: number } | undefined;

  constructor(context: LocalesContext) {
    this.context = context;
  }

  /** The locales, at most ten seconds old. This process sees its own changes at once. */
  async known(): Promise<KnownLocales> {
    const now = this.context.now().getTime();
    if (this.cached !== undefined && isKept(this.cached.until, now, cachedMs)) return this.cached.known;
    const reading = { known: this.read(), until: now + cachedMs };
    this.cached = reading;
    return reading.known.catch((error: unknown) => {
      if (this.cached === reading) this.cached = undefined;
      throw error;
    });
  }

  /** All locales in order of creation. The first call creates the first locale. */
  async list(): Promise<readonly Locale[]> {
    const collection = await this.collection();
    const find = (): Promise<readonly StoredLocale[]> => collection.find().sort({ id: 1 }).toArray();
    let stored = await find();
    if (stored.length === 0) {
      const { _id, ...first } = await this.newLocale(
        this.context.firstCode,
        localeDisplayName(this.context.firstCode),
        true,
      );
      await collection.updateOne({ _id }, { $setOnInsert: first }, { upsert: true });
      stored = await find();
    }
    const { schema, database, now } = this.context;
    const db = await database.get();
    const isExisting = await Promise.all(stored.map((locale) => settleDeletion(db, schema, locale, now())));
    return stored.filter((_, index) => isExisting[index]).map(toLocale);
  }

  /** Makes a locale, without storing it. */
  async newLocale(code: string, name: string | null, isDefault: boolean): Promise<StoredLocale> {
    const { sequences, now, newDocumentId } = this.context;
    const at = now();
    const times = { createdAt: at, updatedAt: at, publishedAt: at };
    return {
      ...{ _id: code, id: await sequences.next(collections.locales), documentId: newDocumentId(), name },
      ...times,
      isDefault,
    };
  }

  async collection(): Promise<Collection<StoredLocale>> {
    return (await this.context.database.get()).collection<StoredLocale>(collections.locales);
  }

  /** Clears the cache; call it after every change. */
  clearCache(): void {
    this.cached = undefined;
  }

  private async read(): Promise<KnownLocales> {
    const all = await this.list();
    const codes = new Set(all.map(({ code }) => code));
    return { codes, defaultLocale: all.find(({ isDefault }) => isDefault)?.code ?? this.context.firstCode };
  }
}

/** `English (en)`, the form of Strapi's names. */
export const localeDisplayName = (code: string): string =>
  `${new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code} (${code})`;
