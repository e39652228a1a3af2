// The function that serves the editor and stored files under `npm run offline`, as the server of `npm start` does. It is not
// deployed: there the bucket serves them.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { buffer } from 'node:stream/consumers';
import { answerUnrouted, corsOf, endpoint } from '../../lib/api/http/index.ts';
import { storeOf } from '../../lib/media/index.ts';
import type { Settings } from '../../lib/platform/config/index.ts';
import { serviceFromEnvironment } from '../../lib/platform/service.ts';
import { answerEditor, editorOf, type Editor } from '../../lib/server/editor/index.ts';
import { answerFile, type FileRequest } from '../../lib/server/answerFile.ts';

interface FileContent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** undefined: no content. */
  readonly body: Buffer | undefined;
}

const otherwise = endpoint(answerUnrouted);

let editor: Editor | undefined;

const answerStored = async ({ upload, http }: Settings, request: FileRequest): Promise<FileContent | undefined> => {
  if (upload.provider !== 'local') return undefined;
  const store = storeOf(upload);
  const file = await answerFile(store, corsOf(http.cors).headersFor, request);
  if (file === undefined) return undefined;
  const { status, headers, key, range } = file;
  return { status, headers, body: range === undefined ? undefined : await buffer(await store.read(key, range)) };
};

export const handler = async (
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const { config } = await serviceFromEnvironment();
  const { rawPath, headers, requestContext } = event;
  // serverless-offline removes the slash at the end of a path.
  const path = rawPath === '/editor' ? '/editor/' : rawPath;
  const request = { method: requestContext.http.method, path, headers };
  editor ??= editorOf(config);
  const answer =
    (editor === undefined ? undefined : await answerEditor(editor, request)) ?? (await answerStored(config, request));
  if (answer === undefined) return otherwise(event, context);
  return {
    statusCode: answer.status,
    headers: { ...answer.headers },
    ...(answer.body === undefined ? {} : { body: answer.body.toString('base64'), isBase64Encoded: true }),
  };
};
