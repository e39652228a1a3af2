import type { FieldProps } from '../form/types.ts';

export default function DynamicZoneField({ label }: FieldProps) {
  return <p>{label}</p>;
}
