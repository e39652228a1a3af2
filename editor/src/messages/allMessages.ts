// The messages of the screens with a session.
import { en } from './en/index.ts';
import type { Language, Messages } from './types.ts';

export const allMessages: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/index.ts')).de,
};
