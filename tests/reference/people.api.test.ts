// Lectern answers as the recorded reference does: users, roles and what they may do.
import { compareScenarios } from './compare.ts';

await compareScenarios('people');
