// The floor for cold starts: creates a client of the driver, which begins to connect; reads or writes one document with it.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MongoClient } from 'mongodb';

const connect = (): Promise<MongoClient> =>
  new MongoClient(process.env.MONGODB_URI ?? '', { writeConcern: { w: 'majority', journal: true } }).connect();

// eslint-disable-next-line @typescript-eslint/require-await -- the functions' `ready` is asynchronous, too
export const ready = async (): Promise<void> => {
  connect().catch(() => undefined);
};

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export const read: Handler = async ({ pathParameters }) => {
  const client = await connect();
  const found = await client.db().collection('articles').findOne({ documentId: pathParameters?.documentId });
  return { statusCode: found === null ? 404 : 200, body: JSON.stringify(found) };
};

export const write: Handler = async ({ body = '' }) => {
  const client = await connect();
  const { data } = JSON.parse(body) as { readonly data: object }; // firstAnswers.ts sends this
  const documentId = `d${Date.now()}`;
  const document = { documentId, locale: 'en', draft: data, published: data };
  await client.db().collection('articles').insertOne(document);
  return { statusCode: 201, body: JSON.stringify(document) };
};
