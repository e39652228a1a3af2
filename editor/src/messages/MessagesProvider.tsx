// Provides the messages in the language that the user chose, or the browser prefers.
import { useSyncExternalStore, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { formatLocale } from './formatLocale.ts';
import type { Language } from './types.ts';

/** The languages of the editor. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const storageKey = 'lectern-language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null | undefined): value is Language =>
  typeof value === 'string' && Object.hasOwn(languageNames, value);

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

interface Props {
  /** Loads the messages that the children use, by language. */
  readonly load: Readonly<Record<Language, () => Promise<object>>>;
  readonly children: ReactNode;
}

export const MessagesProvider = ({ load, children }: Props) => {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: object }>();
  useEffect(() => {
    let current = true;
    void load[language]().then((messages) => {
      if (current) setLoaded({ language, messages });
    });
    document.documentElement.lang = language;
    return () => {
      current = false;
    };
  }, [load, language]);
  if (loaded === undefined) return null;
  return (
    <IntlProvider
      locale={formatLocale(loaded.language, navigator.language)}
      messages={loaded.messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {children}
    </IntlProvider>
  );
};
