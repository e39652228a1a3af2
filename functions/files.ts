// The records of uploaded files, below /api/upload/files, and the folders that they are in.
import {
  answerContract,
  checkPermission,
  combine,
  dispatch,
  endpoint,
  okAnswer,
  plainAnswer,
  type Request,
} from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import { fileAnswer, fileQuery, findFileId, folderHandlers, toReadFiles } from '../lib/media/index.ts';
import { fileContract } from '../lib/media/records/contract.ts';
import { folderContract } from '../lib/media/folders/contract.ts';
import { readList, readDocument, shapeList } from '../lib/read/execute/index.ts';
import type { Service } from '../lib/platform/service.ts';
import type { Caller } from '../lib/platform/access/index.ts';
import { matchingRows } from '../lib/search/index.ts';

/** Reads a list of files, with `search` those that have its words. */
const findFiles = async ({ query: text, timings }: Request, service: Service, caller: Caller) => {
  const query = await fileQuery(service, caller, text, 'find');
  const { data, pagination, cacheMetadata } =
    query.search === undefined
      ? await readList(service, query, timings)
      : await shapeList(service, query, await matchingRows(service, query, timings), timings);
  return { data: await toReadFiles(service, caller, data), pagination, cacheMetadata };
};

const operation = dispatch(contractRoutes(fileContract), checkPermission, {
  findFiles: async (request, service, caller) => {
    const { data, cacheMetadata } = await findFiles(request, service, caller);
    return { ...plainAnswer(data), cacheMetadata };
  },
  findFilesPage: async (request, service, caller) => {
    const { data, pagination, cacheMetadata } = await findFiles(request, service, caller);
    return okAnswer({ data, meta: { pagination }, cacheMetadata });
  },
  findFile: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'findOne');
    const documentId = await findFileId(service, request.params.id ?? '');
    const found = await readDocument(service, query, documentId, request.timings);
    const [body] = await toReadFiles(service, caller, [found.data]);
    return { ...fileAnswer(found), body };
  },
});

export const handler = endpoint(combine(operation, answerContract(folderContract, checkPermission, folderHandlers)));
