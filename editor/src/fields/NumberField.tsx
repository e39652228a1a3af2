import type { FieldProps } from '../form/types.ts';

export const NumberField = ({ label }: FieldProps) => <p>{label}</p>;
