import type { FieldProps } from '../../form/types.ts';

export default function MediaField({ label }: FieldProps) {
  return <p>{label}</p>;
}
