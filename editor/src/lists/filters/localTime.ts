// Times in the notation of `<input type="datetime-local">`, which is in the user's time zone.

const two = (value: number): string => String(value).padStart(2, '0');

/** @param iso an ISO time, or empty */
export const toLocalTime = (iso: string): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const date = [String(time.getFullYear()).padStart(4, '0'), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`;
};

/** @param local a value of the input, or empty @returns the ISO time in UTC, or empty */
export const fromLocalTime = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};
