// The texts of schedules and releases, which only their screens load.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { releases as de } from './de/releases.ts';
import { releases as en } from './en/releases.ts';
import type { Language, Texts } from './types.ts';

const texts: Readonly<Record<Language, Texts<typeof en>>> = { en, de };

/** @returns a function as that of `useTranslations` */
export const useReleaseTexts = () => {
  const locale = useLocale();
  return useMemo(
    // The types of the texts are those of the English ones.
    () => createTranslator({ locale, messages: texts[locale] as typeof en }),
    [locale],
  );
};
