// The texts of comments, which the first load does not have.
import { createTranslator, useLocale } from 'use-intl';
import { useMemo } from 'react';
import { comments as de } from './de/comments.ts';
import { comments as en } from './en/comments.ts';
import type { Language, Texts } from './types.ts';

const texts: Readonly<Record<Language, Texts<typeof en>>> = { en, de };

/** @returns a function as that of `useTranslations` */
export const useCommentTexts = () => {
  const locale = useLocale();
  return useMemo(() => createTranslator({ locale, messages: texts[locale] }), [locale]);
};
