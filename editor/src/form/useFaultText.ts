// Writes what is wrong with a value for people.
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useFileSize } from '../ui/useFileSize.ts';
import type { FormFault } from './types.ts';

/** @returns a function of a fault, and of whether the type has drafts */
export const useFaultText = (): ((fault: Pick<FormFault, 'kind' | 'message'>, hasDrafts: boolean) => string) => {
  const t = useTranslations('form');
  const fileSize = useFileSize();
  return useCallback(
    ({ kind, message }, hasDrafts) => {
      if (typeof message === 'string') return message;
      const text = t(`rules.${message.key}`, {
        limit: message.key === 'maxBytes' ? fileSize(Number(message.limit)) : String(message.limit ?? ''),
      });
      return kind === 'publish' && hasDrafts ? t('beforePublishing', { text }) : text;
    },
    [t, fileSize],
  );
};
