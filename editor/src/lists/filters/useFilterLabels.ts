// The labels of a filter's steps and operators.
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { Step } from '../filterPaths.ts';
import { useColumnLabel } from '../useColumns.ts';
import type { en } from '../../messages/en/index.ts';

export const useStepLabel = (): ((step: Step) => string) => {
  const { components } = useSchema();
  const labelOf = useColumnLabel();
  return (step) => components.get(step.name)?.displayName ?? labelOf(step);
};

type OperatorKey = keyof (typeof en)['lists']['operators'];

/** A function that returns the words for an operator's name in filters: `$containsi` is "contains". */
export const useOperatorLabel = (): ((name: string) => string) => {
  const t = useTranslations('lists.operators');
  // A test compares the messages with the table of operators.
  return (name) => t(name.slice(1) as OperatorKey);
};
