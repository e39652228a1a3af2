// POST /mcp lets agents work with tools, each of which is an operation of the API; the other routes let agents sign in.
import { createRestClient } from '../lib/api/restClient.ts';
import { allowEveryone, answerContract, checkEditor, combine } from '../lib/api/http/index.ts';
import { deferCheck, dispatch, endpoint } from '../lib/api/http/index.ts';
import { contentRoutes, contractRoutes, mcpRoutes, oauthRoutes, searchRoutes } from '../lib/api/http/routes/index.ts';
import { answerMcp } from '../lib/mcp/index.ts';
import { agentContract } from '../lib/mcp/oauth/contract.ts';
import { agentHandlers, oauthOperations } from '../lib/mcp/oauth/index.ts';
import { mentionContract } from '../lib/comments/contract.ts';
import { completeUploadContract, fileStorageContract, uploadContract } from '../lib/media/records/contract.ts';
import { handler as completeUpload } from './completeUpload.ts';
import { handler as create } from './create.ts';
import { handler as fileStorage } from './fileStorage.ts';
import { handler as find } from './find.ts';
import { handler as findOne } from './findOne.ts';
import { handler as general } from './general.ts';
import { handler as history } from './history.ts';
import { handler as search } from './search.ts';
import { handler as update } from './update.ts';
import { handler as upload } from './upload.ts';

const otherRoutes = [
  ...[...contractRoutes(uploadContract), ...contractRoutes(fileStorageContract)],
  ...[...contractRoutes(completeUploadContract), ...contractRoutes(mentionContract)],
];

const client = createRestClient([...searchRoutes, ...contentRoutes, ...otherRoutes], {
  ...{ create, find, findOne, general, history, search, update, completeUpload, fileStorage, upload },
});

const mcp = dispatch(mcpRoutes, deferCheck, { mcp: (request, service) => answerMcp(request, service, client) });
const oauth = dispatch(oauthRoutes, allowEveryone, oauthOperations);
const agents = answerContract(
  agentContract,
  async (request, service, route) => ({ request, caller: await checkEditor(request, service, route) }),
  agentHandlers,
);

export const handler = endpoint(combine(mcp, oauth, agents));
