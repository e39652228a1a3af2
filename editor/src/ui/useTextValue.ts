// The text of an input.
import { useState, type ChangeEvent } from 'react';

/** @returns the text, and the props of an input that shows and changes it */
export const useTextValue = () => {
  const [value, setValue] = useState('');
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setValue(event.currentTarget.value);
  };
  return { value, setValue, inputProps: { value, onChange } };
};
