// The words for an operator.
import { useTranslations } from 'use-intl';
import type { en } from '../../messages/en/index.ts';

type OperatorKey = keyof (typeof en)['lists']['operators'];

/** A function that returns the words for an operator's name in filters: `$containsi` is "contains". */
export const useOperatorLabel = (): ((name: string) => string) => {
  const t = useTranslations('lists.operators');
  // A test compares the messages with the table of operators.
  return (name) => t(name.slice(1) as OperatorKey);
};
