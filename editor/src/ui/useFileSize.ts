// Writes the size of a file in the user's language.
import { useCallback } from 'react';
import { useFormatter } from 'use-intl';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

interface Size {
  readonly value: number;
  readonly unit: (typeof units)[number];
}

/** The size in the largest unit in which it is at least 1, with at most one digit after the point. */
export const sizeOf = (bytes: number): Size => {
  let [value, step] = [bytes, 0];
  while (value >= 999.5 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = value < 10 && step > 0 ? 1 : 0;
  return { value: Number(value.toFixed(digits)), unit: units[step] ?? 'byte' };
};

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
