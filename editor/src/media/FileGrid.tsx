// The files as tiles. The arrow keys go from tile to tile.
import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { isUndescribed, mediaKindOf, type MediaFile } from '../api/mediaQueries.ts';
import { FileThumbnail } from '../ui/FileThumbnail.tsx';
import { useFileSize } from '../ui/useFileSize.ts';
import { dragProps, type FilesProps } from './dragData.ts';
import classes from './media.module.css';
import { nextTile } from './nextTile.ts';
import tiles from './tiles.module.css';

/** What a tile shows of a file: its picture and its name. */
export const TileContent = ({ file }: { readonly file: MediaFile }) => (
  <>
    <FileThumbnail file={file} />
    <Text span size="xs" truncate display="block" dir="auto">
      {file.name}
    </Text>
  </>
);

export const FileGrid = (props: FilesProps) => {
  const { files, selection, onOpen } = props;
  const t = useTranslations('media');
  const writeSize = useFileSize();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    const at = buttons.findIndex((button) => button === event.target);
    if (at < 0) return;
    const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length;
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = nextTile(at, event.key, { count: buttons.length, columns, isReversed });
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  const describe = ({ mime, ext, size }: MediaFile): string =>
    t('details', {
      kind: ext === '' ? t(`kinds.${mediaKindOf(mime)}`) : ext.slice(1).toUpperCase(),
      size: writeSize(size * 1000),
    });
  return (
    <div ref={list} className={tiles.tiles} role="list" aria-label={t('files')} onKeyDown={onKeyDown}>
      {files.map((file) => {
        const isSelected = selection.selected.has(file.documentId);
        return (
          <div
            key={file.documentId}
            role="listitem"
            className={`${tiles.tile} ${classes.tile}`}
            data-selected={isSelected}
            {...dragProps(file, props)}
          >
            <UnstyledButton
              className={classes.tileButton ?? ''}
              data-tile
              title={file.name}
              onClick={() => onOpen(file.documentId)}
            >
              <TileContent file={file} />
              <span className={classes.tileDetails}>{describe(file)}</span>
              {isUndescribed(file) ? <span className={classes.tileMark}>{t('undescribed')}</span> : null}
            </UnstyledButton>
            <Checkbox
              size="md"
              className={classes.tileCheck ?? ''}
              aria-label={t('select', { name: file.name })}
              checked={isSelected}
              onChange={() => selection.toggle(file.documentId)}
            />
          </div>
        );
      })}
    </div>
  );
};
