// Compares Lectern with the recording: users, roles and their permissions.
import { compareScenarios } from './compareScenarios.ts';

await compareScenarios('people');
