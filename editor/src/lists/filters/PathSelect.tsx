// Chooses an attribute, step by step through relations, components and zones.
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import { resolvePath } from '../filterPaths.ts';
import { useStepLabel } from './useFilterLabels.ts';

interface Props {
  readonly type: ContentType;
  readonly path: readonly string[];
  readonly onChange: (path: readonly string[]) => void;
}

/** The value of the option that ends the path before this step. */
const whole = '';

export const PathSelect = ({ type, path, onChange }: Props) => {
  const t = useTranslations('lists.filters');
  const labelOf = useStepLabel();
  const schema = useSchema();
  // One more select than there are steps, if the path can go on.
  const levels = Array.from({ length: path.length + 1 }, (_, depth) => path.slice(0, depth));
  return levels.map((before) => {
    const resolved = resolvePath(before, type, schema);
    if (resolved === undefined || resolved.next.length === 0) return null;
    const name = before.at(-1);
    const options = resolved.next.map((step) => ({ value: step.name, label: labelOf(step.name) }));
    return (
      <Select
        key={before.join('.')}
        label={name === undefined ? t('attribute') : t('part', { name: labelOf(name) })}
        data={resolved.end === undefined ? options : [{ value: whole, label: t('whole') }, ...options]}
        value={path[before.length] ?? (resolved.end === undefined ? null : whole)}
        onChange={(next) => {
          if (next !== null) onChange(next === whole ? before : [...before, next]);
        }}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('nothingFound')}
      />
    );
  });
};
