// The script of docs/media.md that sends a large file in parts.
import { readFileSync } from 'node:fs';

export const uploadScript =
  /```js\n(const upload = [\s\S]*?)```/.exec(readFileSync('docs/media.md', 'utf8'))?.[1] ?? '';
