// Reads and writes numbers as people type them.

/** The decimal separator of a language and region; the other one would be ambiguous. */
const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const form = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** @returns null for an empty text; the text itself if it is no number, so that nothing that was typed is lost */
export const parseNumber = (text: string, locale: string): number | string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const separator = separatorOf(locale);
  const plain = separator === '.' ? trimmed : trimmed.includes('.') ? '' : trimmed.replace(separator, '.');
  return form.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text;
};

export const formatNumber = (value: number | string | null | undefined, locale: string): string =>
  typeof value === 'number' ? String(value).replace('.', separatorOf(locale)) : (value ?? '');
