// Reads the times of rows, such as `createdAt`.

/** @returns undefined for a value that is no time */
export const readTime = (value: unknown): Date | undefined => {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
