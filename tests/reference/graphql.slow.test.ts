// Compares Lectern with the recording: GraphQL.
import { compareScenarios } from './compareScenarios.ts';

await compareScenarios('graphql');
