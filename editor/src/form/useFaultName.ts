// Names the field of a fault for people.
import { useTranslations } from 'use-intl';
import { pathLabels } from '../schema/pathLabels.ts';
import type { DocumentForm } from './formStore.ts';
import { splitPath } from './paths.ts';

/** @returns a function of a path: `Sections › Entry 2 › Title` for `sections.1.title` */
export const useFaultName = ({ type, schema }: Pick<DocumentForm, 'type' | 'schema'>): ((path: string) => string) => {
  const t = useTranslations('form.faults');
  const entry = (index: number) => t('entry', { number: String(index + 1) });
  return (path) => pathLabels(splitPath(path), type.attributes, schema, entry).join(' › ');
};
