// Something can be dropped on an element: files of the computer, or what another part of the page drags.
import { useState, type DragEvent } from 'react';

/** By the type of the dragged data; the browser calls files of the computer `Files`. */
type DropHandlers = Readonly<Record<string, ((data: DataTransfer) => void) | undefined>>;

interface DropArea {
  /** Whether something that can be dropped is over the element. */
  readonly isOver: boolean;
  readonly props: Readonly<
    Record<'onDragEnter' | 'onDragLeave' | 'onDragOver' | 'onDrop', (event: DragEvent<HTMLElement>) => void>
  >;
}

/** An area inside of another one takes the events for itself. Keyboards need another way to do the same. */
export const useDrop = (handlers: DropHandlers): DropArea => {
  // Entering a child leaves its parent, so that only the difference tells whether the pointer is inside.
  const [depth, setDepth] = useState(0);
  const enter = (change: number): void => setDepth((before) => Math.max(before + change, 0));
  const whenAccepted =
    (handle: (event: DragEvent, handler: (data: DataTransfer) => void) => void) =>
    (event: DragEvent<HTMLElement>): void => {
      const handler = event.dataTransfer.types.map((type) => handlers[type]).find((one) => one !== undefined);
      if (handler === undefined) return;
      event.stopPropagation();
      handle(event, handler);
    };
  return {
    isOver: depth > 0,
    props: {
      onDragEnter: whenAccepted(() => enter(1)),
      onDragLeave: whenAccepted(() => enter(-1)),
      onDragOver: whenAccepted((event) => event.preventDefault()),
      onDrop: whenAccepted((event, handler) => {
        event.preventDefault();
        setDepth(0);
        handler(event.dataTransfer);
      }),
    },
  };
};
