// The script of docs/media.md that sends a large file in parts.
import { readFileSync } from 'node:fs';

export const uploadScript = readFileSync('docs/examples/upload.js', 'utf8');
