// The files of a media field as tiles in their order.
import { rectSortingStrategy } from '@dnd-kit/sortable';
import { Text, Anchor } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { LinkedFile } from '../../form/types.ts';
import { Sortable } from '../ordering/Sortable.tsx';
import { useOrdering, type Ordering } from '../ordering/useOrdering.ts';
import classes from './FileTiles.module.css';
import { fileKey } from './files.ts';
import { useEditor, grantOf } from '../../api/editor.ts';
import { useDescribed, useMediaFile } from '../../api/media.ts';
import { FileTextInput } from '../../ui/FileTextInput.tsx';
import { mediaKindOf } from '../../api/mediaQueries.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle, useOrderedItem } from '../ordering/OrderHandle.tsx';

interface AlternativeTextProps {
  readonly file: LinkedFile;
  readonly readOnly: boolean;
}

const AlternativeText = ({ file, readOnly }: AlternativeTextProps) => {
  const t = useTranslations('fields.media');
  const grant = grantOf(useEditor(), 'upload', 'plugin::upload.content-api');
  // Documents do not say whose files they have.
  const isOnOwn = grant !== undefined && grant !== true;
  const { data } = useMediaFile(isOnOwn && !readOnly ? file.documentId : undefined, undefined);
  const { alternativeText } = useDescribed(file);
  if (!readOnly && (grant === true || data?.own === true))
    return (
      <FileTextInput
        file={file}
        property="alternativeText"
        size="xs"
        ariaLabel={t('alternativeOf', { name: file.name })}
        placeholder={t('alternative')}
      />
    );
  return alternativeText === null || alternativeText === '' ? null : (
    <Text size="xs" dir="auto">
      {alternativeText}
    </Text>
  );
};

interface FileTileProps {
  readonly file: LinkedFile;
  readonly index: number;
  readonly ordering: Ordering;
  readonly readOnly: boolean;
  readonly isOrdered: boolean;
  readonly onRemove: (file: LinkedFile) => void;
}

const FileTile = ({ file, index, ordering, readOnly, isOrdered, onRemove }: FileTileProps) => {
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
