// Names the field of a fault for people.
import { useTranslations } from 'use-intl';
import { labelOf } from '../schema/labelOf.ts';
import { splitPath } from './paths.ts';

/** @returns a function of a path: `Sections › Entry 2 › Title` for `sections.1.title` */
export const useFaultName = (): ((path: string) => string) => {
  const t = useTranslations('form.faults');
  return (path) =>
    splitPath(path)
      .map((part) => (/^\d+$/.test(part) ? t('entry', { number: String(Number(part) + 1) }) : labelOf(part)))
      .join(' › ');
};
