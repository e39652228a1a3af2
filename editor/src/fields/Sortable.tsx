// A list whose items can be dragged to another place, or moved with keys on their handles. It tells screen readers where they went.
import { DndContext, PointerSensor, closestCenter, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, arrayMove, useSortable, type SortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { GrabberIcon } from '@primer/octicons-react';
import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Sortable.module.css';

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 },
  ...{ Home: -Infinity, End: Infinity },
};

/** The place to which a key on an item's handle moves it; undefined for other keys. */
export const targetOfKey = (key: string, index: number, count: number): number | undefined => {
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(index + step, 0), count - 1);
};

/** Moves the item at an index by a key, if the key moves items. @returns whether it does */
const MoveContext = createContext<(index: number, key: string) => boolean>(() => false);

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly labelOf: (item: T) => string;
  readonly strategy: SortingStrategy;
  readonly onChange: (items: readonly T[]) => void;
  /**
   * @param listRef of the element that contains the handles
   * @param kept the keys of what is dragged, and of what was moved with keys: they must stay in the page
   */
  readonly children: (listRef: RefObject<HTMLDivElement | null>, kept: readonly (string | undefined)[]) => ReactNode;
}

export const Sortable = <T,>({ items, keyOf, labelOf, strategy, onChange, children }: Props<T>) => {
  const t = useTranslations('fields.ordering');
  const listRef = useRef<HTMLDivElement>(null);
  const moved = useRef<string>(undefined);
  const [active, setActive] = useState<string>();
  const [movedKey, setMovedKey] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  // Keys are read by the handles themselves: one press moves an item, without a mode to enter and leave.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const keys = items.map(keyOf);

  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || to < 0 || from === to) return;
    onChange(arrayMove([...items], from, to));
    setAnnouncement(t('moved', { label: labelOf(item), place: to + 1, count: items.length }));
  };
  const moveByKey = (index: number, key: string): boolean => {
    const to = targetOfKey(key, index, items.length);
    if (to === undefined) return false;
    moved.current = keys[index];
    setMovedKey(moved.current);
    move(index, to);
    return true;
  };

  // The browser takes the focus from an element that is moved in the document.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const handles = listRef.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [];
    const handle = [...handles].find((one) => one.dataset.handle === moved.current);
    if (handle === undefined) return;
    moved.current = undefined;
    handle.focus();
  });

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={(event) => setActive(String(event.active.id))}
      onDragEnd={({ active: { id }, over }) => {
        setActive(undefined);
        if (over !== null) move(keys.indexOf(String(id)), keys.indexOf(String(over.id)));
      }}
      onDragCancel={() => setActive(undefined)}
    >
      <SortableContext items={keys} strategy={strategy}>
        <MoveContext value={moveByKey}>{children(listRef, [active, movedKey])}</MoveContext>
      </SortableContext>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </DndContext>
  );
};

/**
 * @param key of the item in its list
 * @param isFixed whether nobody can move it
 * @returns the props of its element and of its `OrderHandle`
 */
export const useOrderedItem = (key: string, isFixed: boolean) => {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: key,
    disabled: isFixed,
  });
  return {
    itemProps: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragged': isDragging || undefined,
    },
    handleProps: { handleRef: setActivatorNodeRef, listeners, itemKey: key },
  };
};

type HandleProps = ReturnType<typeof useOrderedItem>['handleProps'] & {
  readonly index: number;
  readonly label: string;
};

/** The handle of an item: it is dragged, or moved with the arrow keys, Home and End. */
export const OrderHandle = ({ handleRef, listeners, itemKey, index, label }: HandleProps) => {
  const t = useTranslations('fields.ordering');
  const moveByKey = use(MoveContext);
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
        if (moveByKey(index, event.key)) event.preventDefault();
      }}
    >
      <GrabberIcon />
    </ActionIcon>
  );
};
