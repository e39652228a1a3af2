// The props of inputs that show a value and change it.

interface InputEvent<T> {
  readonly currentTarget: T;
}

/** Of an input of text, with one line or several. */
export const textProps = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({ currentTarget }: InputEvent<{ readonly value: string }>) => onChange(currentTarget.value),
});

/** Of a checkbox or a switch. */
export const checkedProps = (checked: boolean, onChange: (checked: boolean) => void) => ({
  checked,
  onChange: ({ currentTarget }: InputEvent<{ readonly checked: boolean }>) => onChange(currentTarget.checked),
});
