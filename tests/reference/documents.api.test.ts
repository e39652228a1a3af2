// Compares Lectern with the recording: documents, their relations and locales.
import { compareScenarios } from './compare.ts';

await compareScenarios('documents');
