// Names a language for people, as their own language calls it.
import { useLocale } from 'use-intl';

/** @returns a function that names a locale of content by its code; the code itself, if no language has it */
export const useLanguageName = (): ((code: string) => string) => {
  const names = new Intl.DisplayNames([useLocale()], { type: 'language' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      // A site may have any code.
      return code;
    }
  };
};
