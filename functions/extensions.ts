// The routes of a project's extensions. A deployment without such routes does not have this function.
import { endpoint } from '../lib/api/http/index.ts';
import { answerRoute } from '../lib/api/project/index.ts';

export const handler = endpoint(answerRoute);
