// Finds the Chromium of this machine, for the browser tests and the benchmark of the editor.
import { existsSync } from 'node:fs';

/** The first is the same engine without windows: it opens a page with two thirds of the CPU time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser'];

/** The path of the browser; undefined if there is none. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...names.map((name) => `/usr/bin/${name}`)].find(
    (path) => path !== '' && existsSync(path),
  );
