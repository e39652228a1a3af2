import type { FieldProps } from '../form/types.ts';

export const BooleanField = ({ label }: FieldProps) => <p>{label}</p>;
