// Files that are dropped on a media field are uploaded.
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import classes from './FileDropArea.module.css';

interface Props {
  readonly disabled: boolean;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Keyboards use the buttons inside of it. */
export const FileDropArea = ({ disabled, onDrop, children }: Props) => {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent, so that only the difference tells whether the pointer is inside.
  const depth = useRef(0);
  if (disabled) return children;
  const enter = (change: number): void => {
    depth.current += change;
    setIsOver(depth.current > 0);
  };
  return (
    <div
      className={isOver ? `${classes.area} ${classes.over}` : classes.area}
      onDragEnter={(event) => {
        if (hasFiles(event)) enter(1);
      }}
      onDragLeave={(event) => {
        if (hasFiles(event)) enter(-1);
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        enter(-depth.current);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
};
