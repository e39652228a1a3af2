// The handle of an item: it is dragged, or moved with the arrow keys, Home and End.
import type { useSortable } from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import { GrabberIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import classes from './OrderHandle.module.css';
import type { Ordering } from './useOrdering.ts';

interface Props {
  /** Both are those of `useSortable`. */
  readonly handleRef: (element: HTMLElement | null) => void;
  readonly listeners: ReturnType<typeof useSortable>['listeners'];
  readonly ordering: Ordering;
  readonly itemKey: string;
  readonly index: number;
  readonly label: string;
}

export const OrderHandle = ({ handleRef, listeners, ordering, itemKey, index, label }: Props) => {
  const t = useTranslations('fields.ordering');
  return (
    <ActionIcon
      ref={handleRef}
      {...listeners}
      className={classes.handle}
      variant="subtle"
      color="gray"
      data-handle={itemKey}
      aria-label={t('move', { label })}
      title={t('hint')}
      onKeyDown={(event) => {
        if (ordering.moveByKey(index, event.key)) event.preventDefault();
      }}
    >
      <GrabberIcon />
    </ActionIcon>
  );
};
