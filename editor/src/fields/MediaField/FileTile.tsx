// One file of a media field: its picture, its name, its alternative text, and the button that removes it.
import { Anchor } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { mediaKindOf } from '../../api/mediaQueries.ts';
import type { LinkedFile } from '../../form/types.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle } from '../ordering/OrderHandle.tsx';
import { useOrderedItem } from '../ordering/useOrderedItem.ts';
import type { Ordering } from '../ordering/useOrdering.ts';
import { AlternativeText } from './AlternativeText.tsx';
import classes from './FileTiles.module.css';
import { fileKey } from './files.ts';

interface Props {
  readonly file: LinkedFile;
  readonly index: number;
  readonly ordering: Ordering;
  readonly readOnly: boolean;
  readonly isOrdered: boolean;
  readonly onRemove: (file: LinkedFile) => void;
}

export const FileTile = ({ file, index, ordering, readOnly, isOrdered, onRemove }: Props) => {
  const t = useTranslations('fields.media');
  const { itemProps, handleProps, isDragging } = useOrderedItem(fileKey(file), !isOrdered);
  return (
    <div {...itemProps} role="listitem" className={isDragging ? `${classes.tile} ${classes.dragged}` : classes.tile}>
      <FileThumbnail file={file} />
      <div className={classes.bar}>
        {isOrdered ? <OrderHandle {...handleProps} ordering={ordering} index={index} label={file.name} /> : null}
        <Anchor
          className={classes.name ?? ''}
          href={file.url}
          target="_blank"
          rel="noopener"
          size="xs"
          c="dimmed"
          truncate
          title={file.name}
          aria-label={t('openFile', { name: file.name })}
        >
          {file.name}
        </Anchor>
        {readOnly ? null : (
          <RemoveButton
            label={t('remove', { name: file.name })}
            onRemove={() => {
              onRemove(file);
            }}
          />
        )}
      </div>
      {mediaKindOf(file.mime) === 'images' ? <AlternativeText file={file} readOnly={readOnly} /> : null}
    </div>
  );
};
