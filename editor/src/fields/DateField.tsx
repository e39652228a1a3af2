import type { FieldProps } from '../form/types.ts';

export default function DateField({ label }: FieldProps) {
  return <p>{label}</p>;
}
