// Lectern answers as the recorded reference does: files.
import { compareScenarios } from './compare.ts';

await compareScenarios('media');
