// A picture on which the user sets the focal point: by a click, or with the arrow keys.
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useUpdateFile } from '../../api/media.ts';
import { pictureUrl, type MediaFile } from '../../api/mediaQueries.ts';
import { middle, movePoint, pointAt, type Point, objectPosition } from '../focalPoint.ts';
import { useServerText } from '../../ui/useServerText.ts';
import classes from './details.module.css';

const shapes = ['wide', 'square', 'tall'] as const;

const CropPreviews = ({ url, point }: { readonly url: string; readonly point: Point }) => {
  const t = useTranslations('media.focalPoint');
  return (
    <Group gap="xs" my="xs" wrap="nowrap" role="group" aria-label={t('previews')}>
      {shapes.map((shape) => (
        <img
          key={shape}
          className={classes.crop}
          data-shape={shape}
          src={url}
          alt={t(shape)}
          style={{ objectPosition: objectPosition(point) }}
        />
      ))}
    </Group>
  );
};

const delay = 500;

export const FocalPoint = ({ file }: { readonly file: MediaFile }) => {
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
    (focalPoint: Point | null) => {
      update.mutate({ id: file.id, fileInfo: { focalPoint } });
    },
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
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              set(null);
            }}
          >
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
