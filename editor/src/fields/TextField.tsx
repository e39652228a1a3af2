import type { FieldProps } from '../form/types.ts';

export const TextField = ({ label }: FieldProps) => <p>{label}</p>;
