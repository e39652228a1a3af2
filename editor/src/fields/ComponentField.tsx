// A component, a list of them, or a dynamic zone: a list of entries of several components.
import { useMemo } from 'react';
import type { FieldProps } from '../form/types.ts';
import { EntryList } from './entries/EntryList.tsx';
import { SingleComponent } from './entries/SingleComponent.tsx';

export const ComponentField = (props: FieldProps) => {
  const { type, component = '', components, repeatable } = props.attribute;
  const uids = useMemo(() => components ?? [component], [component, components]);
  const inZone = type === 'dynamiczone';
  return inZone || repeatable === true ? (
    <EntryList {...props} components={uids} inZone={inZone} />
  ) : (
    <SingleComponent {...props} />
  );
};
