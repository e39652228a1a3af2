// Writes the size of a file in the user's language.
import { useCallback } from 'react';
import { useFormatter } from 'use-intl';
import { sizeOf } from './fileSize.ts';

/** @returns a function that writes a number of bytes: `1.4 MB` */
export const useFileSize = (): ((bytes: number) => string) => {
  const format = useFormatter();
  return useCallback(
    (bytes) => {
      const { value, unit } = sizeOf(bytes);
      return format.number(value, { style: 'unit', unit, unitDisplay: 'short' });
    },
    [format],
  );
};
