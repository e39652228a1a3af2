// Finds the Chromium of this machine, for the browser tests and the benchmark of the editor.
import { existsSync } from 'node:fs';

/** The path of the browser; undefined if there is none. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path !== '' && existsSync(path),
  );
