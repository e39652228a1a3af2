import type { FieldProps } from '../form/types.ts';

export const EnumerationField = ({ label }: FieldProps) => <p>{label}</p>;
