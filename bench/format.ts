// Formats numbers for the pages of results.

export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en-US');
export const formatRatio = (value: number): string => `${value.toFixed(2)}×`;
/** A ratio, and whether it meets a goal. */
export const formatRatioWithGoal = (value: number, limit: number): string =>
  `${formatRatio(value)} ${value <= limit ? '✓' : '✗'}`;
export const formatMs = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const formatPercent = (value: number): string => `${Math.round(value * 100)} %`;
export const formatMegabytes = (value: number | undefined): string =>
  value === undefined ? '–' : formatInteger(value);
