// Marks the documents of a list that are planned to go live or offline.
import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { AlertIcon, ClockIcon } from '@primer/octicons-react';
import { isPrevented } from '../api/releases.ts';
import { usePlanText } from '../releases/useMomentText.ts';
import { useList } from './useList.ts';

export const PlannedIcon = ({ documentId }: { readonly documentId: string }) => {
  const planText = usePlanText();
  const plans = useList().plans[documentId] ?? [];
  if (plans.length === 0) return null;
  const isBlocked = plans.some(isPrevented);
  const text = plans.map((plan) => planText(plan, isPrevented(plan))).join('; ');
  const Icon = isBlocked ? AlertIcon : ClockIcon;
  return (
    <Tooltip label={text}>
      <Text component="span" flex="none" lh={0} c={isBlocked ? 'var(--mantine-color-error)' : 'dimmed'}>
        <Icon size={14} aria-hidden />
        <VisuallyHidden>{text}</VisuallyHidden>
      </Text>
    </Tooltip>
  );
};
