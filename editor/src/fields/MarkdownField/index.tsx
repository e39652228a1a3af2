import type { FieldProps } from '../../form/types.ts';

export default function MarkdownField({ label }: FieldProps) {
  return <p>{label}</p>;
}
