// Colors, sizes and defaults of all components, and the stylesheet of the theme's variables.
import {
  createTheme,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type BadgeProps,
  type ConvertCSSVariablesInput,
  type DrawerProps,
  type MantineThemeOverride,
  type MenuProps,
  type ModalProps,
  type TooltipProps,
} from '@mantine/core';
import { pageSettings } from '../api/pageSettings.ts';
import { shadesOf } from '../ui/shadesOf.ts';

/** Locking the scroll position inserts a <style> element, which the Content-Security-Policy blocks; the page never scrolls. */
const withoutScrollLock = { lockScroll: false };

/** Dialogs are outside of `main`, where a <header> would be a second banner of the page. */
const withoutBanner = { defaultProps: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'indigo',
  // Whatever is indigo has the color of the site.
  ...(pageSettings.color === '' ? {} : { colors: { indigo: shadesOf(pageSettings.color) } }),
  // White text on it has enough contrast in both schemes.
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // By name, because the first load has few of these components.
    Badge: { defaultProps: { tt: 'none' } satisfies Partial<BadgeProps> },
    Drawer: { defaultProps: withoutScrollLock satisfies Partial<DrawerProps> },
    DrawerHeader: withoutBanner,
    // The focus begins on the first item: a menu contains nothing else.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: { defaultProps: { ...withoutScrollLock, centered: true } satisfies Partial<ModalProps> },
    ModalHeader: withoutBanner,
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } satisfies Partial<TooltipProps> },
  },
});

const colors = Object.keys(DEFAULT_THEME.colors).filter((color) => color !== 'dark');

const forColors = (make: (color: string) => readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(colors.flatMap(make));

/** Text in a color, and text on a light shade of it, as in badges and light buttons. */
const coloredTexts = forColors((color) => {
  const text = `color-mix(in srgb, var(--mantine-color-${color}-9), black 35%)`;
  return [
    [`--mantine-color-${color}-light-color`, text],
    [`--mantine-color-${color}-text`, text],
  ];
});

/** White text is on it. */
const filledRed = {
  '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 15%)',
};

/** Mantine's own colors of these texts have less contrast than WCAG AA asks for. */
const contrasts: ConvertCSSVariablesInput = {
  variables: {},
  light: {
    ...coloredTexts,
    ...filledRed,
    '--mantine-color-anchor': 'var(--mantine-color-indigo-9)',
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...filledRed,
    // Buttons are not whiter than the headings above them.
    '--mantine-color-default-color': 'var(--mantine-color-text)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-dimmed': '#a6a6a6',
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
};

/** Adds the variables after those of Mantine's stylesheet, which are of its default theme. */
export const addThemeVariables = (theme: MantineThemeOverride): void => {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(variables) + convertCssVariables(contrasts));
  document.adoptedStyleSheets.push(sheet);
};
