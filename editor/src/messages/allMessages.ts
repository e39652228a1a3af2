// The messages of the screens with a session.
import { en } from './en/index.ts';
import type { ServerTexts } from './server/serverTexts.ts';
import type { Language, Messages } from './types.ts';

/** `server` has those of the server in other languages; see `useServerText`. */
export const allMessages: Readonly<Record<Language, () => Promise<Messages & { readonly server?: ServerTexts }>>> = {
  en: () => Promise.resolve(en),
  de: async () => {
    const [{ de }, { de: server }] = await Promise.all([import('./de/index.ts'), import('./server/de.ts')]);
    return { ...de, server };
  },
};
