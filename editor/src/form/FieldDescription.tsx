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

/** @returns which sentence says these bounds, and its parameters; undefined if there are none */
const boundsOf = (
  least: string | number | undefined,
  most: string | number | undefined,
): readonly [Bound, { readonly min: string; readonly max: string }] | undefined => {
  if (least === undefined && most === undefined) return undefined;
  const bound = most === undefined ? 'min' : least === undefined ? 'max' : 'between';
  return [bound, { min: String(least), max: String(most) }];
};

const listTypes: readonly Attribute['type'][] = ['component', 'dynamiczone', 'relation', 'media'];

/** The limits that people should know before they type. */
const useLimits = ({ type, min, max, minLength, maxLength, regex }: Attribute): readonly string[] => {
  const t = useTranslations('form.limits');
  const range = listTypes.includes(type) ? 'items' : 'values';
  const values = boundsOf(min, max);
  const lengths = boundsOf(minLength, maxLength);
  return [
    ...(values === undefined ? [] : [t(`${range}.${values[0]}`, values[1])]),
    ...(lengths === undefined ? [] : [t(`characters.${lengths[0]}`, lengths[1])]),
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
