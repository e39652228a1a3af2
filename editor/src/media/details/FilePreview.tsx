// Shows a file: a picture with its focal point, a player, or a sign for its kind.
import { Box, Text, Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { mediaKindOf, pictureUrl, type MediaFile } from '../../api/mediaQueries.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import classes from './details.module.css';
import { useUpdateFile } from '../../api/media.ts';
import { middle, movePoint, pointAt, type Point, objectPosition } from '../focalPoint.ts';
import { useServerText } from '../../ui/useServerText.ts';

const shapes = { wide: '16 / 9', square: '1', tall: '9 / 16' } as const;

const CropPreviews = ({ url, point }: { readonly url: string; readonly point: Point }) => {
  const t = useTranslations('media.focalPoint');
  return (
    <Group gap="xs" my="xs" wrap="nowrap" role="group" aria-label={t('previews')}>
      {(['wide', 'square', 'tall'] as const).map((shape) => (
        <img
          key={shape}
          className={classes.crop}
          src={url}
          alt={t(shape)}
          style={{ aspectRatio: shapes[shape], objectPosition: objectPosition(point) }}
        />
      ))}
    </Group>
  );
};

const delay = 500;

/** A picture on which the user sets the focal point: by a click, or with the arrow keys. */
const FocalPoint = ({ file }: { readonly file: MediaFile }) => {
  const t = useTranslations('media.focalPoint');
  const fields = useTranslations('fields.media');
  const serverText = useServerText();
  const hint = useId();
  const update = useUpdateFile();
  const [point, setPoint] = useState(file.focalPoint);
  const [seen, setSeen] = useState(file.focalPoint);
  // Another user can set it.
  if (JSON.stringify(seen) !== JSON.stringify(file.focalPoint)) {
    setSeen(file.focalPoint);
    if (!update.isPending) setPoint(file.focalPoint);
  }
  // Keys that are held down make one change; closing the panel loses none.
  const store = useDebouncedCallback(
    (focalPoint: Point | null) => update.mutate({ id: file.id, fileInfo: { focalPoint } }),
    { delay, flushOnUnmount: true },
  );
  const set = (next: Point | null): void => {
    setPoint(next);
    store(next);
  };
  const { x, y } = point ?? middle;
  const value = point === null ? t('none') : t('value', { x, y });
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    // The keyboard's click has no place.
    if (event.detail > 0) set(pointAt(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movePoint({ x, y }, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const url = pictureUrl(file, 750);
  return (
    <div>
      <div className={classes.stage}>
        <div
          className={classes.frame}
          role="slider"
          tabIndex={0}
          aria-label={t('label')}
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={x}
          aria-valuetext={value}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <img className={classes.picture} src={url} alt={file.alternativeText ?? ''} draggable={false} />
          <span className={classes.point} data-set={point !== null} style={{ left: `${x}%`, top: `${y}%` }} />
        </div>
      </div>
      <CropPreviews url={url} point={point ?? middle} />
      <Group justify="space-between" gap="xs" mih={30}>
        <Text size="sm">
          {t('label')}: {value}{' '}
          <Text span size="xs" c="dimmed" role="status">
            {update.isPending ? fields('saving') : update.isSuccess ? fields('saved') : ''}
          </Text>
        </Text>
        {point === null ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => set(null)}>
            {t('reset')}
          </Button>
        )}
      </Group>
      <Text id={hint} size="xs" c="dimmed">
        {t('hint')}
      </Text>
      {update.error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {serverText(update.error.message)}
        </Text>
      )}
    </div>
  );
};

interface Props {
  readonly file: MediaFile;
  readonly mayChange: boolean;
}

export const FilePreview = ({ file, mayChange }: Props) => {
  const t = useTranslations('media.file');
  const { mime, url, name, formats, width, size, alternativeText } = file;
  const style = { width: '100%', maxHeight: '20rem', borderRadius: 'var(--mantine-radius-md)' };
  const player = { style, controls: true, preload: 'metadata', src: url };
  switch (mediaKindOf(mime)) {
    case 'images':
      return (
        <>
          {mayChange ? (
            <FocalPoint key={`${url} ${size}`} file={file} />
          ) : (
            <div className={classes.stage}>
              <img className={classes.picture} src={pictureUrl(file, 750)} alt={alternativeText ?? ''} />
            </div>
          )}
          {formats === null && (width ?? 0) > 1000 ? (
            <Text size="xs" c="dimmed">
              {t('pending')}
            </Text>
          ) : null}
        </>
      );
    case 'videos':
      return <video {...player} aria-label={t('video', { name })} />;
    case 'audios':
      return <audio {...player} aria-label={t('audio', { name })} />;
    case 'files':
      return (
        <Box maw="12rem">
          <FileThumbnail file={file} />
        </Box>
      );
  }
};
