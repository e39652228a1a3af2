// Compares Lectern with the recording: files.
import { compareScenarios } from './compareScenarios.ts';

await compareScenarios('media');
