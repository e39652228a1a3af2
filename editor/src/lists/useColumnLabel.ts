// The heading of a column.
import { useTranslations } from 'use-intl';
import { labelOf } from '../schema/labelOf.ts';

const systemNames = [
  '$status',
  'documentId',
  'id',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
] as const;

/** A function that returns the words for the name of an attribute or column. */
export const useColumnLabel = (): ((name: string) => string) => {
  const t = useTranslations('lists.names');
  return (name) => {
    const system = systemNames.find((one) => one === name);
    return system === undefined ? labelOf(name) : t(system);
  };
};
