// How a picture is cropped around its focal point.
import { useTranslations } from 'use-intl';
import { objectPosition, type Point } from '../focalPoint.ts';
import classes from './details.module.css';

const shapes = ['wide', 'square', 'tall'] as const;

export const CropPreviews = ({ url, point }: { readonly url: string; readonly point: Point }) => {
  const t = useTranslations('media.focalPoint');
  return (
    <div className={classes.crops} role="group" aria-label={t('previews')}>
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
    </div>
  );
};
