// A component, or a list of them.
import { useMemo } from 'react';
import type { FieldProps } from '../form/types.ts';
import { EntryList } from './entries/EntryList.tsx';
import { SingleComponent } from './entries/SingleComponent.tsx';

export const ComponentField = (props: FieldProps) => {
  const { component = '', repeatable } = props.attribute;
  const components = useMemo(() => [component], [component]);
  if (repeatable === true) return <EntryList {...props} components={components} inZone={false} />;
  return <SingleComponent {...props} />;
};
