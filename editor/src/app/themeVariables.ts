// Gives the page the CSS variables of the theme. Mantine would insert a <style> element, which the Content-Security-Policy
// blocks; a stylesheet that a script makes is permitted.
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
  type MantineThemeOverride,
} from '@mantine/core';

/** The text of badges, light buttons and initials, which is on a light shade of the same color. */
const lightColors = Object.fromEntries(
  Object.keys(DEFAULT_THEME.colors)
    .filter((color) => color !== 'dark')
    .map((color) => [
      `--mantine-color-${color}-light-color`,
      `color-mix(in srgb, var(--mantine-color-${color}-9), black 35%)`,
    ]),
);

/** Mantine's own colors of these texts have less contrast than WCAG AA asks for. */
const contrasts: ConvertCSSVariablesInput = {
  variables: {},
  light: {
    ...lightColors,
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a6a6',
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
  },
};

/** Adds the variables after those of Mantine's stylesheet, which are of its default theme. */
export const addThemeVariables = (theme: MantineThemeOverride): void => {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(variables) + convertCssVariables(contrasts));
  document.adoptedStyleSheets.push(sheet);
};
