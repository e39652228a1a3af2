// The lock of this repository.
import { readFileSync } from 'node:fs';
import type { Lock } from '../../../cli/packages/index.ts';

export const ownLock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
