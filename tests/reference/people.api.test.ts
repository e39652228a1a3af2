// Compares Lectern with the recording: users, roles and their permissions.
import { compareScenarios } from './compare.ts';

await compareScenarios('people');
