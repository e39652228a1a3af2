import type { FieldProps } from '../form/types.ts';

export default function UidField({ label }: FieldProps) {
  return <p>{label}</p>;
}
