// Compares Lectern with the recording: files.
import { compareScenarios } from './compare.ts';

await compareScenarios('media');
