// The keys of all messages: those of the English ones. A language that lacks a key does not compile.
import type { en } from './en/index.ts';

export type Language = 'en' | 'de';

/** The same keys, with texts of another language. */
export type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

export type Messages = Texts<typeof en>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en;
  }
}
