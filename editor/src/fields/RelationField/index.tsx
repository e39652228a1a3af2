import type { FieldProps } from '../../form/types.ts';

export default function RelationField({ label }: FieldProps) {
  return <p>{label}</p>;
}
