// POST /graphql answers GraphQL: each field is a request that another function answers over REST.
import { askerOf } from '../lib/api/ask.ts';
import { deferCheck, dispatch, endpoint } from '../lib/api/http/index.ts';
import { contentRoutes, contractRoutes, graphqlRoutes, type RoutedContract } from '../lib/api/http/routes/index.ts';
import { roleContract } from '../lib/accounts/roles/contract.ts';
import { userContract } from '../lib/accounts/users/contract.ts';
import { fileContract } from '../lib/media/records/contract.ts';
import { localeContract } from '../lib/platform/locales/contract.ts';
import { handler as create } from './create.ts';
import { handler as remove } from './delete.ts';
import { handler as files } from './files.ts';
import { handler as find } from './find.ts';
import { handler as findOne } from './findOne.ts';
import { handler as general } from './general.ts';
import { handler as update } from './update.ts';
import { handler as users } from './users.ts';

const otherRoutes = [fileContract, localeContract, roleContract, userContract].flatMap((contract: RoutedContract) =>
  contractRoutes(contract),
);

const asker = askerOf([...contentRoutes, ...otherRoutes], {
  ...{ create, delete: remove, files, find, findOne, general, update, users },
});

const operation = dispatch(graphqlRoutes, deferCheck, {
  // Only a site with GraphQL loads it, at the first request.
  graphql: async (request, service) => (await import('../lib/graphql/index.ts')).answerGraphql(request, service, asker),
});

export const handler = endpoint(operation);
