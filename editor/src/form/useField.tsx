// Connects a field with its value in the form, its label and what is wrong with the value.
import { useMemo, useState, type ReactNode } from 'react';
import { FieldDescription, hasDescription } from './FieldDescription.tsx';
import { FieldLabel, markersOf } from './FieldLabel.tsx';
import { useFault, useForm, useFormValue } from './FormContext.tsx';
import { isShared } from './isShared.ts';
import { fieldId } from './revealField.ts';
import { findViolation, isRequired } from './rules.ts';
import type { FieldProps, FormValue } from './types.ts';
import { useFaultText } from './useFaultText.ts';

/** The props of `Input.Wrapper`. */
export interface WrapperProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly description: ReactNode;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
}

export interface Field<T> {
  /** Undefined or null: there is none. */
  readonly value: T | null | undefined;
  /** A change by the user. */
  readonly setValue: (value: T | null) => void;
  /** From now on the field shows what is wrong with its value. */
  readonly onBlur: () => void;
  /** What is wrong with the value, for people. */
  readonly error: string | undefined;
  /** The id of the element that takes the focus. */
  readonly id: string;
  /** For fields that are not one input of Mantine. */
  readonly wrapperProps: WrapperProps;
  /** For the inputs of Mantine. */
  readonly inputProps: WrapperProps & { readonly readOnly: boolean; readonly onBlur: () => void };
}

/** The value and the state of the field at the path `name`. Only this field renders again when they change. */
export const useField = <T extends FormValue>({ name, attribute, label, readOnly }: FieldProps): Field<T> => {
  const form = useForm();
  const value = useFormValue<T | null>(name);
  const fault = useFault(name);
  const faultText = useFaultText();
  const [isTouched, setIsTouched] = useState(false);
  const violation = useMemo(
    () => (isTouched ? findViolation(attribute, value) : undefined),
    [isTouched, attribute, value],
  );
  const shown = fault ?? violation;
  const id = fieldId(form, name);
  const error = shown === undefined ? undefined : faultText(shown, form.type.draftAndPublish);
  const markers = markersOf(attribute, isShared(form, name), readOnly);
  const onBlur = () => {
    setIsTouched(true);
  };
  const wrapperProps = {
    id,
    label: <FieldLabel label={label} markers={markers} />,
    description: hasDescription(attribute, markers) ? (
      <FieldDescription attribute={attribute} markers={markers} />
    ) : undefined,
    error,
    withAsterisk: isRequired(attribute),
  };
  return {
    value,
    setValue: (next) => {
      form.setValue(name, next);
    },
    onBlur,
    error,
    id,
    wrapperProps,
    inputProps: { ...wrapperProps, readOnly, onBlur },
  };
};
