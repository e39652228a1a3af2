// The handle of an item that can be ordered: it is dragged, or moved with the arrow keys, Home and End.
import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import { GrabberIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { CSS } from '@dnd-kit/utilities';
import classes from './OrderHandle.module.css';
import type { Ordering } from './useOrdering.ts';

/**
 * @param key of the item in its list
 * @param isFixed whether nobody can move it
 * @returns the props of its element and of its `OrderHandle`, and whether it is being dragged
 */
export const useOrderedItem = (key: string, isFixed: boolean) => {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: key,
    disabled: isFixed,
  });
  return {
    isDragging,
    itemProps: { ref: setNodeRef, style: { transform: CSS.Translate.toString(transform), transition } },
    handleProps: { handleRef: setActivatorNodeRef, listeners, itemKey: key },
  };
};

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
