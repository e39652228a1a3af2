// The messages of the screens without a session. English is part of the first load, other languages are loaded when they are used.
import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { common } from './en/common.ts';
import type { Language, Texts } from './types.ts';

const first = { account, app, common };

export const firstMessages: Readonly<Record<Language, () => Promise<Texts<typeof first>>>> = {
  en: () => Promise.resolve(first),
  de: () => import('./de/first.ts'),
};
