// A dynamic zone: a list of entries of several components.
import type { FieldProps } from '../form/types.ts';
import { EntryList } from './entries/EntryList.tsx';

const none: readonly string[] = [];

export default function DynamicZoneField(props: FieldProps) {
  return <EntryList {...props} components={props.attribute.components ?? none} inZone />;
}
