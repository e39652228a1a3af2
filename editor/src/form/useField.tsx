// Connects a field with its value in the form, its label and what is wrong with the value.
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { hasComponents } from './components.ts';
import { FieldDescription, hasDescription, FieldLabel, markersOf } from './FieldDescription.tsx';
import { useFault, useForm, useFormState, useFormValue } from './FormContext.tsx';
import { isShared } from './isShared.ts';
import { fieldId } from './revealField.ts';
import { findOversize, findViolation, isRequired } from './rules.ts';
import type { FieldProps, FormValue } from './types.ts';
import { useFaultText } from './faultTexts.ts';

const ends = ['pointerup', 'pointercancel'] as const;

let isPressed = false;

const setPressed = ({ type }: Event): void => {
  isPressed = type === 'pointerdown';
};

for (const type of ['pointerdown', ...ends])
  document.addEventListener(type, setPressed, { capture: true, passive: true });

/** Calls back at once, or after the click if a pointer is pressed. */
const afterPress = (callback: () => void): void => {
  if (!isPressed) {
    callback();
    return;
  }
  const end = () => {
    for (const type of ends) document.removeEventListener(type, end);
    // The click follows the release.
    setTimeout(callback);
  };
  for (const type of ends) document.addEventListener(type, end);
};

/** The props of `Input.Wrapper`. */
export interface WrapperProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly description: ReactNode;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
}

/** Without an id, because the first element with it gets the focus. */
export type FrameProps = Omit<WrapperProps, 'id'> & { readonly labelElement: 'div' };

/** The state of a field without its value. */
interface FieldState {
  /** From now on the field shows what is wrong with its value. */
  readonly onBlur: () => void;
  /** What is wrong with the value, for people. */
  readonly error: string | undefined;
  /** The id of the element that takes the focus. */
  readonly id: string;
  /** For fields that are not one input of Mantine. */
  readonly wrapperProps: WrapperProps;
  /** For a text with a toolbar. */
  readonly frameProps: FrameProps;
}

interface Field<T> extends FieldState {
  /** Undefined or null: there is none. */
  readonly value: T | null | undefined;
  /** A change by the user. */
  readonly setValue: (value: T | null) => void;
  /** The same, of the value that is there now; see `changerOf`. The same function until the entry of the field moves. */
  readonly change: (edit: (value: T | null | undefined) => T | null) => void;
  /** The language of texts in the field: the locale. Undefined for a type without locales. */
  readonly lang: string | undefined;
  /** For the inputs of Mantine. */
  readonly inputProps: WrapperProps & {
    readonly readOnly: boolean;
    readonly placeholder?: string;
    readonly onBlur: () => void;
  };
}

/** The state of the field at the path `name`, for a field that does not render its own value: it renders only when this changes. */
export const useFieldState = ({ name, attribute, label, readOnly }: FieldProps): FieldState => {
  const form = useForm();
  const fault = useFault(name);
  const faultText = useFaultText();
  const [isTouched, setIsTouched] = useState(false);
  // As a text, because each check makes another object.
  const violation = useFormState(form, ({ getValue, maxBytes, type }) => {
    const value = getValue(name);
    const found =
      // The faults of lists are shown at once: nobody leaves a list as an input is left.
      isTouched || hasComponents(attribute)
        ? findViolation(attribute, value, maxBytes)
        : typeof value === 'string'
          ? findOversize(attribute, value, maxBytes)
          : undefined;
    return found === undefined ? undefined : faultText(found, type.draftAndPublish);
  });
  const id = fieldId(form, name);
  const error = fault === undefined ? violation : faultText(fault, form.type.draftAndPublish);
  const markers = markersOf(attribute, isShared(form, name), readOnly);
  const onBlur = useCallback(() => {
    afterPress(() => setIsTouched(true));
  }, []);
  const shared = {
    label: <FieldLabel label={label} markers={markers} />,
    description: hasDescription(attribute, markers) ? (
      <FieldDescription attribute={attribute} markers={markers} />
    ) : undefined,
    error,
    withAsterisk: isRequired(attribute),
  };
  return { onBlur, error, id, wrapperProps: { id, ...shared }, frameProps: { ...shared, labelElement: 'div' } };
};

/** The value and the state of the field at the path `name`. Only this field renders again when they change. */
export const useField = <T extends FormValue>(props: FieldProps): Field<T> => {
  const { name, attribute, readOnly } = props;
  const { placeholder } = attribute;
  const form = useForm();
  // The attribute's type decides what the value is.
  const value = useFormValue(name) as T | null | undefined;
  const state = useFieldState(props);
  const change = useMemo(() => form.changerOf(name), [form, name]) as Field<T>['change'];
  return {
    ...state,
    value,
    setValue: (next) => change(() => next),
    change,
    lang: form.locale,
    inputProps: {
      ...state.wrapperProps,
      ...(placeholder === undefined ? {} : { placeholder }),
      ...{ readOnly, onBlur: state.onBlur },
    },
  };
};
