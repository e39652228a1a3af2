// What a user types to log in, or to change how they do.
import { useState } from 'react';
import { textProps } from '../ui/inputProps.ts';

/**
 * @param autoComplete what browsers and password managers fill in
 * @returns the text, and the props of a required input that shows and changes it
 */
export const useCredential = (autoComplete?: string) => {
  const [value, setValue] = useState('');
  const fixed = { required: true, withAsterisk: false, ...(autoComplete === undefined ? {} : { autoComplete }) };
  return { value, setValue, inputProps: { ...fixed, ...textProps(value, setValue) } };
};
