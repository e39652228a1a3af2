// /graphql answers GraphQL: each field is a request that another function answers over REST.
import { estimateRead } from '../lib/api/content/index.ts';
import { createRestClient } from '../lib/api/restClient.ts';
import { checkPermission, deferCheck, dispatch, endpoint, type Operation } from '../lib/api/http/index.ts';
import {
  contentRoutes,
  contractRoutes,
  graphqlRoutes,
  registerRoutes,
  type RoutedContract,
} from '../lib/api/http/routes/index.ts';
import { roleContract } from '../lib/accounts/roles/contract.ts';
import { sessionContract } from '../lib/accounts/sessions/contract.ts';
import { userContract } from '../lib/accounts/users/contract.ts';
import { fileContract, fileStorageContract, uploadContract } from '../lib/media/records/contract.ts';
import { localeContract } from '../lib/platform/locales/contract.ts';
import { handler as auth } from './auth.ts';
import { handler as create } from './create.ts';
import { handler as remove } from './delete.ts';
import { handler as files } from './files.ts';
import { handler as fileStorage } from './fileStorage.ts';
import { handler as find } from './find.ts';
import { handler as findOne } from './findOne.ts';
import { handler as general } from './general.ts';
import { handler as update } from './update.ts';
import { changeInfo } from './upload/changeInfo.ts';
import { handler as users } from './users.ts';

const otherRoutes = [
  ...registerRoutes,
  ...[
    fileContract,
    fileStorageContract,
    localeContract,
    roleContract,
    sessionContract,
    uploadContract,
    userContract,
  ].flatMap((contract: RoutedContract) => contractRoutes(contract)),
];

const changeFile = endpoint(dispatch(contractRoutes(uploadContract), checkPermission, { upload: changeInfo }));

const askers = {
  ask: createRestClient([...contentRoutes, ...otherRoutes], {
    ...{ auth, create, delete: remove, files, fileStorage, find, findOne, general, update, upload: changeFile, users },
  }),
  estimate: createRestClient(contentRoutes, {
    find: endpoint((request, service) => estimateRead(request, service, 'find')),
    findOne: endpoint((request, service) => estimateRead(request, service, 'findOne')),
  }),
};

// Only a site with GraphQL loads it, at the first request.
const answer: Operation = async (request, service) =>
  (await import('../lib/graphql/index.ts')).answerGraphql(request, service, askers);

const operation = dispatch(graphqlRoutes, deferCheck, { graphql: answer, graphqlQuery: answer });

export const handler = endpoint(operation);
