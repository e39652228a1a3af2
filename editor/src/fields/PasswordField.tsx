import type { FieldProps } from '../form/types.ts';

export default function PasswordField({ label }: FieldProps) {
  return <p>{label}</p>;
}
