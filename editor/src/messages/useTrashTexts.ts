// The texts of deleted documents and files, which the first load does not have.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { trash as de } from './de/trash.ts';
import { trash as en } from './en/trash.ts';
import type { Language, Texts } from './types.ts';

const texts: Readonly<Record<Language, Texts<typeof en>>> = { en, de };

/** @returns a function as that of `useTranslations` */
export const useTrashTexts = () => {
  const locale = useLocale();
  return useMemo(
    // The types of the texts are those of the English ones.
    () => createTranslator({ locale, messages: texts[locale] as typeof en }),
    [locale],
  );
};
