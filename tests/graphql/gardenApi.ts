// The site of tests of GraphQL: the types of the recorded Strapi, which has its plugin.
import { loadSchema } from '../../lib/schema/index.ts';
import { createApi, testConfig, type Call, type Reply } from '../setup/api.ts';

export const { schema } = await loadSchema('tests/reference/content-types');

const graphql = { ...testConfig.graphql, enabled: true, introspection: 'always' } as const;

export const gardenConfig = { ...testConfig, graphql };

/** Serves the site. @returns the API, and what sends a document */
export const createGarden = (config: typeof testConfig = gardenConfig) => {
  const api = createApi(schema, config);
  const send = (query: string, variables: object = {}, as: Call['as'] = 'full-access'): Promise<Reply> =>
    api.request('POST', '/graphql', { body: { query, variables }, as });
  /** @returns the data @throws Error with the errors of the result */
  const dataOf = async (...call: Parameters<typeof send>): Promise<Reply['body']> => {
    const { body } = await send(...call);
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data;
  };
  return { api, send, dataOf };
};

/** Creates a document by a mutation. @returns its documentId */
export const createBy = async (
  { dataOf }: Pick<ReturnType<typeof createGarden>, 'dataOf'>,
  type: string,
  data: object,
  status = 'PUBLISHED',
): Promise<string> => {
  const query = `mutation($data: ${type}Input!) { created: create${type}(status: ${status}, data: $data) { documentId } }`;
  return (await dataOf(query, { data })).created.documentId as string;
};
