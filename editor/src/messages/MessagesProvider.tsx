// Provides the messages in the language that the user chose, or the browser prefers.
import { useSyncExternalStore, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { en } from './en/index.ts';
import type { Language, Messages } from './types.ts';

/** The languages of the editor. English is part of the first load, other languages are loaded when they are used. */
export const languages = {
  en: { name: 'English', load: (): Promise<Messages> => Promise.resolve(en) },
  de: { name: 'Deutsch', load: async (): Promise<Messages> => (await import('./de/index.ts')).de },
} as const satisfies Readonly<Record<Language, { readonly name: string; readonly load: () => Promise<Messages> }>>;

const storageKey = 'lectern-language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null | undefined): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

const currentLanguage = (): Language => {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
};

export const setLanguage = (language: Language): void => {
  localStorage.setItem(storageKey, language);
  for (const listener of listeners) listener();
};

export const useLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentLanguage);

export const MessagesProvider = ({ children }: { readonly children: ReactNode }) => {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let current = true;
    void languages[language].load().then((messages) => {
      if (current) setLoaded({ language, messages });
    });
    document.documentElement.lang = language;
    return () => {
      current = false;
    };
  }, [language]);
  if (loaded === undefined) return null;
  return (
    // The types of the messages are those of the English ones.
    <IntlProvider
      locale={loaded.language}
      messages={loaded.messages as typeof en}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {children}
    </IntlProvider>
  );
};
