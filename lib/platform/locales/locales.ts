// Lists the locales and finds the default one, with a cache of ten seconds.
import type { Collection } from 'mongodb';
import { collections, type Database, type Sequences } from '../db/index.ts';
import type { Schema } from '../../schema/index.ts';
import { isThere } from './settle.ts';
import { answered, type Locale, type StoredLocale } from './stored.ts';

/** The locales, as reads and writes of documents need them. */
export interface KnownLocales {
  readonly codes: ReadonlySet<string>;
  readonly defaultLocale: string;
}

/** What the storage of locales depends on. */
export interface LocalesContext {
  readonly schema: Schema;
  readonly database: Database;
  readonly sequences: Sequences;
  readonly now: () => Date;
  readonly newDocumentId: () => string;
  /** The code of the first locale, which exists before any other is created. */
  readonly firstCode: string;
}

/** How long the list is cached: other processes notice a change within this time. */
const trustedMs = 10_000;

export class Locales {
  readonly context: LocalesContext;
  private trusted: { readonly known: Promise<KnownLocales>; readonly until: number } | undefined;

  constructor(context: LocalesContext) {
    this.context = context;
  }

  /** The locales, at most ten seconds old. This process sees its own changes at once. */
  async known(): Promise<KnownLocales> {
    const now = this.context.now().getTime();
    if (this.trusted !== undefined && this.trusted.until > now) return this.trusted.known;
    const reading = { known: this.read(), until: now + trustedMs };
    this.trusted = reading;
    return reading.known.catch((error: unknown) => {
      if (this.trusted === reading) this.trusted = undefined;
      throw error;
    });
  }

  /** All locales in order of creation. The first call creates the first locale. */
  async list(): Promise<readonly Locale[]> {
    const collection = await this.collection();
    const find = (): Promise<readonly StoredLocale[]> => collection.find().sort({ id: 1 }).toArray();
    let stored = await find();
    if (stored.length === 0) {
      const { _id, ...first } = await this.made(this.context.firstCode, nameOfLocale(this.context.firstCode), true);
      await collection.updateOne({ _id }, { $setOnInsert: first }, { upsert: true });
      stored = await find();
    }
    const { schema, database, now } = this.context;
    const db = await database.get();
    const there = await Promise.all(stored.map((locale) => isThere(db, schema, locale, now())));
    return stored.filter((_, index) => there[index]).map(answered);
  }

  /** Makes a locale, without storing it. */
  async made(code: string, name: string | null, isDefault: boolean): Promise<StoredLocale> {
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
  forget(): void {
    this.trusted = undefined;
  }

  private async read(): Promise<KnownLocales> {
    const all = await this.list();
    const codes = new Set(all.map(({ code }) => code));
    return { codes, defaultLocale: all.find(({ isDefault }) => isDefault)?.code ?? this.context.firstCode };
  }
}

/** `English (en)`, the form of Strapi's names. */
export const nameOfLocale = (code: string): string =>
  `${new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code} (${code})`;
