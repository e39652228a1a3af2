// The texts of screens that the first load does not have: their modules contain them in all languages.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { useLanguage } from './MessagesProvider.tsx';
import type { Language, Texts } from './types.ts';

/**
 * Makes the hook of texts in all languages; their types are those of the English ones.
 *
 * @returns a hook that returns a function as that of `useTranslations`
 */
export const loadedTexts = <T extends Record<string, unknown>>(en: T, de: Texts<T>) => {
  const texts: Readonly<Record<Language, T>> = { en, de: de as T };
  return () => {
    const language = useLanguage();
    const locale = useLocale();
    return useMemo(() => createTranslator({ locale, messages: texts[language] }), [language, locale]);
  };
};
