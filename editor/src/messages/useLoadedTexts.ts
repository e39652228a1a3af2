// The texts of screens that the first load does not have: their modules contain them in all languages.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { useLanguage } from './MessagesProvider.tsx';
import type { Language, Texts } from './types.ts';

/**
 * Pairs the texts of the languages.
 *
 * @returns by language; their types are those of the English ones
 */
export const textsByLanguage = <T>(en: T, de: Texts<T>): Readonly<Record<Language, T>> => ({ en, de: de as T });

/** @returns a function as that of `useTranslations` */
export const useLoadedTexts = <T extends Record<string, unknown>>(texts: Readonly<Record<Language, T>>) => {
  const language = useLanguage();
  const locale = useLocale();
  return useMemo(() => createTranslator({ locale, messages: texts[language] }), [texts, language, locale]);
};
