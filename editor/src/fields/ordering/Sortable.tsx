// A list whose items can be dragged to another place.
import { DndContext, PointerSensor, closestCenter, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, type SortingStrategy } from '@dnd-kit/sortable';
import { VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Ordering } from './useOrdering.ts';

interface Props {
  readonly ordering: Ordering;
  readonly keys: readonly string[];
  readonly strategy: SortingStrategy;
  readonly children: (active: string | undefined) => ReactNode;
}

export const Sortable = ({ ordering, keys, strategy, children }: Props) => {
  const [active, setActive] = useState<string>();
  // Keys are read by the handles themselves (useOrdering): one press moves an item, without a mode to enter and leave.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={(event) => {
        setActive(String(event.active.id));
      }}
      onDragEnd={(event) => {
        setActive(undefined);
        ordering.onDragEnd(event);
      }}
      onDragCancel={() => {
        setActive(undefined);
      }}
    >
      <SortableContext items={[...keys]} strategy={strategy}>
        {children(active)}
      </SortableContext>
      <VisuallyHidden role="status">{ordering.announcement}</VisuallyHidden>
    </DndContext>
  );
};
