// The files of a media field as tiles in their order.
import { rectSortingStrategy } from '@dnd-kit/sortable';
import { Anchor, Group, Paper, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useEditor, grantOf } from '../../api/editor.ts';
import { useDescribed, useMediaFile } from '../../api/media.ts';
import { mediaKindOf } from '../../api/mediaQueries.ts';
import type { LinkedFile } from '../../form/types.ts';
import { FileTextInput } from '../../ui/FileTextInput.tsx';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle, Sortable, useOrderedItem } from '../Sortable.tsx';
import { fileKey, removeFile } from './files.ts';
import classes from './FileTiles.module.css';

const AlternativeText = ({ file, readOnly }: Pick<FileTileProps, 'file' | 'readOnly'>) => {
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

interface Props {
  readonly files: readonly LinkedFile[];
  readonly label: string;
  readonly readOnly: boolean;
  readonly onChange: (edit: (files: readonly LinkedFile[]) => readonly LinkedFile[]) => void;
}

interface FileTileProps extends Pick<Props, 'readOnly' | 'onChange'> {
  readonly file: LinkedFile;
  readonly index: number;
  readonly isOrdered: boolean;
}

const FileTile = ({ file, index, readOnly, isOrdered, onChange }: FileTileProps) => {
  const t = useTranslations('fields.relation');
  const { itemProps, handleProps } = useOrderedItem(fileKey(file), !isOrdered);
  return (
    <Paper {...itemProps} withBorder p={6} miw={0} maw="16rem" role="listitem">
      <FileThumbnail file={file} />
      <Group gap={0} my={4} wrap="nowrap">
        {isOrdered ? <OrderHandle {...handleProps} index={index} label={file.name} /> : null}
        <Anchor
          flex={1}
          miw={0}
          href={file.url}
          target="_blank"
          rel="noopener"
          size="xs"
          c="dimmed"
          truncate
          title={file.name}
          aria-label={t('openTab', { label: file.name })}
        >
          {file.name}
        </Anchor>
        {readOnly ? null : <RemoveButton name={file.name} onRemove={() => onChange((now) => removeFile(now, file))} />}
      </Group>
      {mediaKindOf(file.mime) === 'images' ? <AlternativeText file={file} readOnly={readOnly} /> : null}
    </Paper>
  );
};

export const FileTiles = ({ files, label, readOnly, onChange }: Props) => {
  if (files.length === 0) return null;
  const isOrdered = !readOnly && files.length > 1;
  return (
    <Sortable
      items={files}
      keyOf={fileKey}
      labelOf={({ name }) => name}
      strategy={rectSortingStrategy}
      onChange={(next) => onChange(() => next)}
    >
      {(listRef) => (
        <div ref={listRef} className={classes.tiles} role="list" aria-label={label}>
          {files.map((file, index) => (
            <FileTile key={fileKey(file)} {...{ file, index, isOrdered, readOnly, onChange }} />
          ))}
        </div>
      )}
    </Sortable>
  );
};
