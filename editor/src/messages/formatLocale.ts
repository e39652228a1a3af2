/**
 * Dates, clocks and numbers are written as in the region of the browser: `30 Nov 2026, 15:05` in English with a British or German browser.
 *
 * @param browser the language tag of the browser; without a region, that where most people speak the language
 * @returns a language tag
 */
export const formatLocale = (language: string, browser: string): string => {
  const { region } = new Intl.Locale(browser).maximize();
  return region === undefined ? language : `${language}-${region}`;
};
