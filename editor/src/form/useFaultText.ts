// Writes what is wrong with a value for people.
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useFileSize } from '../ui/useFileSize.ts';
import { useServerText } from '../ui/useServerText.ts';
import { ruleOf } from './apiRules.ts';
import type { FormFault } from './types.ts';
import { usePatternText } from './usePatternText.ts';

/** @returns a function of a fault, and of whether the type has drafts */
export const useFaultText = (): ((fault: Pick<FormFault, 'kind' | 'message'>, hasDrafts: boolean) => string) => {
  const t = useTranslations('form');
  const fileSize = useFileSize();
  const patternText = usePatternText();
  const serverText = useServerText();
  return useCallback(
    ({ kind, message }, hasDrafts) => {
      const rule = typeof message === 'string' ? (ruleOf(message) ?? message) : message;
      if (typeof rule === 'string') return serverText(rule);
      const { key, limit = '' } = rule;
      const words = { maxBytes: () => fileSize(Number(limit)), regex: () => patternText(String(limit)) };
      const text = t(`rules.${key}`, { limit: key in words ? words[key as keyof typeof words]() : String(limit) });
      return kind === 'publish' && hasDrafts ? t('beforePublishing', { text }) : text;
    },
    [t, fileSize, patternText, serverText],
  );
};
