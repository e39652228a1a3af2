import type { FieldProps } from '../form/types.ts';

export default function JsonField({ label }: FieldProps) {
  return <p>{label}</p>;
}
