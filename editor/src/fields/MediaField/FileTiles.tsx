// The files of a media field as tiles in their order.
import { rectSortingStrategy } from '@dnd-kit/sortable';
import type { LinkedFile } from '../../form/types.ts';
import { Sortable } from '../ordering/Sortable.tsx';
import { useOrdering } from '../ordering/useOrdering.ts';
import { FileTile } from './FileTile.tsx';
import classes from './FileTiles.module.css';
import { fileKey } from './files.ts';

interface Props {
  readonly files: readonly LinkedFile[];
  readonly label: string;
  readonly readOnly: boolean;
  readonly onChange: (files: readonly LinkedFile[]) => void;
  readonly onRemove: (file: LinkedFile) => void;
}

export const FileTiles = ({ files, label, readOnly, onChange, onRemove }: Props) => {
  const ordering = useOrdering(files, fileKey, ({ name }) => name, onChange);
  if (files.length === 0) return null;
  return (
    <Sortable ordering={ordering} keys={files.map(fileKey)} strategy={rectSortingStrategy}>
      {() => (
        <div ref={ordering.listRef} className={classes.tiles} role="list" aria-label={label}>
          {files.map((file, index) => (
            <FileTile
              key={fileKey(file)}
              {...{ file, index, ordering, readOnly, onRemove }}
              isOrdered={!readOnly && files.length > 1}
            />
          ))}
        </div>
      )}
    </Sortable>
  );
};
