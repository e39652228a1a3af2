// Types and documents as resources, which people attach to a conversation. Tools read them.
import { toApiError, type Request } from '../api/http/index.ts';
import { usableTypes } from './describeTypes.ts';
import { runTool, type ToolContext } from './tools.ts';

const mimeType = 'application/json';

const templates = [
  { uriTemplate: 'lectern://types/{type}', name: 'type', title: 'A content type', mimeType },
  { uriTemplate: 'lectern://documents/{type}/{documentId}', name: 'document', title: 'A document', mimeType },
  { uriTemplate: 'lectern://documents/{type}', name: 'single', title: 'The document of a single type', mimeType },
];

/** @returns the tool that reads a resource, and its arguments; undefined for an address that names none */
const callOf = (uri: string) => {
  const [, type, holder, documentId] =
    /^lectern:\/\/(?:types\/([^/?#]+)|documents\/([^/?#]+)(?:\/([^/?#]+))?)$/.exec(uri) ?? [];
  if (type !== undefined) return ['list_types', { type }] as const;
  if (holder === undefined) return undefined;
  return ['read_document', { type: holder, ...(documentId === undefined ? {} : { documentId }) }] as const;
};

/** The handlers of the requests for resources. */
export const resourceHandlers = (request: Request, context: ToolContext) => ({
  list: () => ({
    resources: usableTypes(context.service, context.caller).map(([name, { displayName: title }]) => ({
      ...{ uri: `lectern://types/${name}`, name, title, mimeType },
    })),
  }),
  listTemplates: () => ({ resourceTemplates: [...templates] }),
  read: async ({ params: { uri } }: { readonly params: { readonly uri: string } }) => {
    const { ProtocolError, ResourceNotFoundError } = await import('@modelcontextprotocol/server');
    const call = callOf(uri);
    if (call === undefined) throw new ResourceNotFoundError(uri);
    try {
      const [tool, args] = call;
      return { contents: [{ uri, mimeType, text: await runTool(tool, args, context) }] };
    } catch (error) {
      const { status, message } = toApiError(error, () => request);
      if (status === 400 || status === 404) throw new ResourceNotFoundError(uri, message);
      throw new ProtocolError(-32603, message);
    }
  },
});
