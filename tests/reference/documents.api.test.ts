// Lectern answers as the recorded reference does: documents, their relations and locales.
import { compareScenarios } from './compare.ts';

await compareScenarios('documents');
