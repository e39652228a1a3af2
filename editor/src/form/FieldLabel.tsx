// The label of a field, with what distinguishes its attribute.
import { Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Attribute } from '../schema/types.ts';
import classes from './FieldLabel.module.css';

export type Marker = 'private' | 'shared' | 'computed' | 'readOnly' | 'unique';

/** @param isShared all locales of the document share the value */
export const markersOf = (attribute: Attribute, isShared: boolean, readOnly: boolean): readonly Marker[] => [
  ...(attribute.private === true ? (['private'] as const) : []),
  ...(isShared ? (['shared'] as const) : []),
  ...(attribute.unique === true ? (['unique'] as const) : []),
  ...(attribute.computed === true ? (['computed'] as const) : readOnly ? (['readOnly'] as const) : []),
];

interface Props {
  readonly label: string;
  readonly markers: readonly Marker[];
}

export const FieldLabel = ({ label, markers }: Props) => {
  const t = useTranslations('form.markers');
  if (markers.length === 0) return label;
  return (
    <>
      {label}
      {/* The description says the same to screen readers, in whole sentences. */}
      <Group component="span" gap="xs" className={classes.markers} aria-hidden>
        {markers.map((marker) => (
          <Text key={marker} component="span" size="xs" c="dimmed" fw={400} title={t(`${marker}.description`)}>
            {t(`${marker}.label`)}
          </Text>
        ))}
      </Group>
    </>
  );
};
