// VitePress' own theme with the fonts of the system, and diagrams.
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Diagram } from './Diagram.ts';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram);
  },
};

export default theme;
