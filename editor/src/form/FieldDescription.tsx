// The label of a field with its markers, and what the field says below it: what its view says, its limits, and for screen readers what the
// markers mean.
import { VisuallyHidden, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Attribute } from '../schema/types.ts';
import { usePatternText } from './faultTexts.ts';

type Marker = 'private' | 'shared' | 'computed' | 'readOnly' | 'unique';

/** @param isShared all locales of the document share the value */
export const markersOf = (attribute: Attribute, isShared: boolean, readOnly: boolean): readonly Marker[] => [
  ...(attribute.private === true ? (['private'] as const) : []),
  ...(isShared ? (['shared'] as const) : []),
  ...(attribute.unique === true ? (['unique'] as const) : []),
  ...(attribute.computed === true ? (['computed'] as const) : readOnly ? (['readOnly'] as const) : []),
];

interface MarkerProps {
  readonly label: string;
  readonly markers: readonly Marker[];
}

export const FieldLabel = ({ label, markers }: MarkerProps) => {
  const t = useTranslations('form.markers');
  if (markers.length === 0) return label;
  return (
    <>
      {/* The space is at its end, so that markers on the next line are not indented. */}
      <Text span inherit me="xs">
        {label}
      </Text>
      {/* The description says the same to screen readers, in whole sentences. */}
      <Group component="span" gap="xs" display="inline-flex" aria-hidden>
        {markers.map((marker) => (
          <Text key={marker} component="span" size="xs" c="dimmed" fw={400} title={t(`${marker}.description`)}>
            {t(`${marker}.label`)}
          </Text>
        ))}
      </Group>
    </>
  );
};

interface Props {
  readonly attribute: Attribute;
  readonly markers: readonly Marker[];
}

type Bound = 'between' | 'min' | 'max';

/** @returns which sentence says these bounds; undefined if there are none */
const boundOf = (least: string | number | undefined, most: string | number | undefined): Bound | undefined => {
  if (least === undefined) return most === undefined ? undefined : 'max';
  return most === undefined ? 'min' : 'between';
};

const listTypes: readonly Attribute['type'][] = ['component', 'dynamiczone', 'relation', 'media'];

/** The limits that people should know before they type. */
const useLimits = ({ type, min, max, minLength, maxLength, regex }: Attribute): readonly string[] => {
  const t = useTranslations('form.limits');
  const patternText = usePatternText();
  const values = boundOf(min, max);
  const lengths = boundOf(minLength, maxLength);
  const count = { min: Number(min), max: Number(max) };
  const range = { min: String(min), max: String(max) };
  const lengthRange = { min: String(minLength), max: String(maxLength) };
  return [
    ...(values === undefined
      ? []
      : [listTypes.includes(type) ? t(`items.${values}`, count) : t(`values.${values}`, range)]),
    ...(lengths === undefined ? [] : [t(`characters.${lengths}`, lengthRange)]),
    ...(regex === undefined ? [] : [patternText(regex)]),
  ];
};

export const FieldDescription = ({ attribute, markers }: Props) => {
  const t = useTranslations('form.markers');
  const limits = useLimits(attribute);
  return (
    <>
      {[attribute.description ?? [], limits].flat().map((text) => (
        <Text key={text} span inherit display="block">
          {text}
        </Text>
      ))}
      <VisuallyHidden>{markers.map((marker) => t(`${marker}.description`)).join(' ')}</VisuallyHidden>
    </>
  );
};

/** Whether there is anything to say: an empty description would leave a gap. */
export const hasDescription = (
  { description, min, max, minLength, maxLength, regex }: Attribute,
  markers: readonly Marker[],
) => markers.length > 0 || [description, min, max, minLength, maxLength, regex].some((text) => text !== undefined);
