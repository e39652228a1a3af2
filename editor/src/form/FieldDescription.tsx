// What a field says below its label: its limits, and for screen readers what its markers mean.
import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Attribute } from '../schema/types.ts';
import type { Marker } from './FieldLabel.tsx';

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
    ...(regex === undefined ? [] : [t('regex', { regex })]),
  ];
};

export const FieldDescription = ({ attribute, markers }: Props) => {
  const t = useTranslations('form.markers');
  const limits = useLimits(attribute);
  return (
    <>
      {limits.join(' ')}
      <VisuallyHidden>{markers.map((marker) => t(`${marker}.description`)).join(' ')}</VisuallyHidden>
    </>
  );
};

/** Whether there is anything to say: an empty description would leave a gap. */
export const hasDescription = ({ min, max, minLength, maxLength, regex }: Attribute, markers: readonly Marker[]) =>
  markers.length > 0 || [min, max, minLength, maxLength, regex].some((limit) => limit !== undefined);
