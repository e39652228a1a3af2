import type { FieldProps } from '../../form/types.ts';

export default function BlocksField({ label }: FieldProps) {
  return <p>{label}</p>;
}
