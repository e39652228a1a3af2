// The texts of stages and assignees, which only their screens load.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { review as de } from './de/review.ts';
import { review as en } from './en/review.ts';
import type { Language, Texts } from './types.ts';

const texts: Readonly<Record<Language, Texts<typeof en>>> = { en, de };

/** @returns a function as that of `useTranslations` */
export const useReviewTexts = () => {
  const locale = useLocale();
  return useMemo(() => createTranslator({ locale, messages: texts[locale] }), [locale]);
};
