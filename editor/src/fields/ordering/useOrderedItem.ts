// Makes an item of an ordered list movable.
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

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
