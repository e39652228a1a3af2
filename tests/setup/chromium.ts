// The browser that pages are looked at in.
import { existsSync } from 'node:fs';

/** Where it is; undefined where there is none. */
export const chromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path !== '' && existsSync(path),
  );
