// The table of the steps below /api/auth/factors.
import { accountSteps } from './accountSteps.ts';
import { administrationSteps } from './administrationSteps.ts';
import { setUpSteps } from './setUpSteps.ts';
import { signInSteps } from './signInSteps.ts';
import type { Step } from './step.ts';

/** By the end of the path. */
export const factorSteps: ReadonlyMap<string, Step> = new Map<string, Step>(
  Object.entries({ ...signInSteps, ...setUpSteps, ...accountSteps, ...administrationSteps }),
);
