// Files that are dropped on a part of the screen are uploaded.
import type { ReactNode } from 'react';
import classes from './FileDropArea.module.css';
import { useDrop } from './useDrop.ts';

interface Props {
  readonly disabled: boolean;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Keyboards use the buttons inside of it. */
export const FileDropArea = ({ disabled, onDrop, children }: Props) => {
  const { isOver, props } = useDrop({
    Files: ({ files }) => onDrop([...files]),
  });
  if (disabled) return children;
  return (
    <div className={isOver ? `${classes.area} ${classes.over}` : classes.area} {...props}>
      {children}
    </div>
  );
};
