// The function that serves stored files under `npm run offline`, as the server of `npm start` does. It is not deployed: there
// the bucket serves the files.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { buffer } from 'node:stream/consumers';
import { handler as otherwise } from '../../../functions/unrouted.ts';
import { corsOf } from '../../api/http/index.ts';
import { storeOf } from '../../media/index.ts';
import { serviceFromEnvironment } from '../../platform/service.ts';
import { answerFile } from '../server/answerFile.ts';

export const handler = async (
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const { upload, http } = (await serviceFromEnvironment()).config;
  const store = storeOf(upload);
  const { rawPath: path, headers, requestContext } = event;
  const file =
    upload.provider === 'local'
      ? await answerFile(store, corsOf(http.cors).headersFor, { method: requestContext.http.method, path, headers })
      : undefined;
  if (file === undefined) return otherwise(event, context);
  const content = file.range === undefined ? undefined : await buffer(await store.read(file.key, file.range));
  return {
    statusCode: file.status,
    headers: { ...file.headers },
    ...(content === undefined ? {} : { body: content.toString('base64'), isBase64Encoded: true }),
  };
};
