// Compares Lectern with the recording: documents, their relations and locales.
import { compareScenarios } from './compareScenarios.ts';

await compareScenarios('documents');
