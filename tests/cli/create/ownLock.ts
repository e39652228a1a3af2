// The lock of this repository.
import { readFileSync } from 'node:fs';
import type { Lock } from '../../../cli/create/projectLock.ts';

export const ownLock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
