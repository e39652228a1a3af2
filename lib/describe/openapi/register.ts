// Describes the registration of users, whose body and answer depend on the configuration.
import { checkRegisterFields } from '../../platform/config/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import { bodyProperties } from './bodySchemas.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import { closedObject, jsonResponse, requiredBody, requiredObject, text, typeSchemaRef } from './schemaParts.ts';

const sessionWithUser = (context: Context): SchemaObject =>
  closedObject(
    {
      ...{ jwt: text, user: typeSchemaRef(context, builtInUids.user) },
      ...(context.config.auth.refresh ? { refreshToken: text } : {}),
    },
    ['jwt', 'user'],
  );

export const register = (context: Context): DescribedRoute => {
  const { schema, config } = context;
  const { properties } = bodyProperties(context, typeOf(schema, builtInUids.user));
  const names = ['username', 'email', 'password', ...checkRegisterFields(config.auth, schema)];
  const own = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
  const user = { user: typeSchemaRef(context, builtInUids.user) };
  return {
    tag: 'Sessions',
    ...(config.auth.emailConfirmation ? {} : { parameters: [parameters.refreshCookieParameter] }),
    body: requiredBody(closedObject(own, ['username', 'email', 'password']), {
      ...{ username: 'maud', email: 'maud@example.org', password: 'a quiet room' },
    }),
    answers: {
      200: config.auth.emailConfirmation
        ? jsonResponse('The user, without a session: the email address is not confirmed yet', requiredObject(user))
        : jsonResponse('The user and their session', sessionWithUser(context)),
    },
    errorStatuses: [400, 404, 429],
  };
};
