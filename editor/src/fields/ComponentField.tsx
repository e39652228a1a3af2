import type { FieldProps } from '../form/types.ts';

export const ComponentField = ({ label }: FieldProps) => <p>{label}</p>;
