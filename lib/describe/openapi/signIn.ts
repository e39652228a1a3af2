// Describes the routes of logins by a provider, below `/admin/connect`.
import * as parameters from './parameters.ts';
import { aboutSessions, deviceId, sessionWithUser } from './sessions.ts';
import type { Context, DescribedRoute, ResponseObject } from './types.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  dateTime,
  jsonResponse,
  requiredBody,
  requiredObject,
  text,
} from './schemaParts.ts';

const aboutSignIn = { tag: 'Sign-in of editors' } as const;

const provider = parameters.inPath('provider', 'the name of a provider in `signIn.providers`', text);

const memberProvider = parameters.inPath('provider', 'the name of a provider in `signIn.members`', text);

const locationHeader = { Location: { required: true, schema: text } };

const redirect = (description: string): Readonly<Record<number, ResponseObject>> => ({
  302: { description, headers: locationHeader },
});

const inQuery = (name: string, description: string) => ({ name, in: 'query', description, schema: text });

export const signIn = {
  findProviders: (): DescribedRoute => ({
    ...aboutSignIn,
    answers: {
      200: jsonResponse(
        'The providers, and the account that logs in the caller',
        requiredObject({
          data: closedObject(
            {
              providers: arrayOf(requiredObject({ name: text, label: text })),
              linked: requiredObject({ provider: text, linkedAt: dateTime, canUnlink: booleanSchema }),
            },
            ['providers'],
          ),
        }),
      ),
    },
    errorStatuses: [401, 404],
  }),
  connect: (): DescribedRoute => ({
    ...aboutSignIn,
    parameters: [
      provider,
      inQuery('from', 'a path of the editor, to return to'),
      inQuery('state', 'sent by the provider'),
      inQuery('code', 'sent by the provider'),
    ],
    answers: redirect('A redirect to the provider, and with `state` to the editor'),
    errorStatuses: [400, 404, 429],
  }),
  finishLogin: (context: Context): DescribedRoute => ({
    ...aboutSignIn,
    parameters: [provider, parameters.refreshCookieParameter],
    body: requiredBody(closedObject({ state: { type: 'string', minLength: 1 }, deviceId }, ['state'])),
    answers: { 200: jsonResponse('The session', sessionWithUser(context)) },
    errorStatuses: [400, 403, 404, 429],
  }),
  unlinkAccount: (context: Context): DescribedRoute => ({
    ...aboutSignIn,
    parameters: [provider, parameters.refreshCookieParameter],
    body: requiredBody(requiredObject({ password: text })),
    answers: { 200: jsonResponse('A new session: those before have ended', sessionWithUser(context)) },
    errorStatuses: [400, 401, 403, 404, 409, 429],
  }),
  logOutAtProvider: (): DescribedRoute => ({
    ...aboutSignIn,
    parameters: [provider, inQuery('hint', 'as in `providerLogout` of the answer of `/api/auth/logout`')],
    answers: redirect('A redirect to the logout of the provider, or to the login page'),
    errorStatuses: [404, 429],
  }),
  endByProvider: (): DescribedRoute => ({
    ...aboutSignIn,
    parameters: [provider],
    body: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: requiredObject({ logout_token: text }) } },
    },
    answers: { 200: { description: 'The sessions have ended' } },
    errorStatuses: [400, 404, 429, 503],
  }),
  connectMember: (): DescribedRoute => ({
    ...aboutSessions,
    parameters: [
      memberProvider,
      inQuery('callback', 'the page to return to: one of the configuration'),
      inQuery('code_challenge', 'of a page that wants a code instead of a token'),
      inQuery('code_challenge_method', '`S256`'),
    ],
    answers: redirect('A redirect to the provider'),
    errorStatuses: [400, 404, 429],
  }),
  receiveMember: (): DescribedRoute => ({
    ...aboutSessions,
    parameters: [memberProvider, inQuery('state', 'sent by the provider'), inQuery('code', 'sent by the provider')],
    answers: redirect('A redirect to the page of the site with `access_token`, `code` or `error`'),
    errorStatuses: [400, 404, 429],
  }),
  receiveMemberForm: (): DescribedRoute => ({
    ...aboutSessions,
    parameters: [memberProvider],
    body: {
      required: false,
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: text } } },
    },
    answers: {
      303: { description: 'A redirect to the same address with the form as its query', headers: locationHeader },
    },
    errorStatuses: [400, 404, 413],
  }),
  logInMember: (context: Context): DescribedRoute => ({
    ...aboutSessions,
    parameters: [
      memberProvider,
      parameters.refreshCookieParameter,
      inQuery('access_token', 'the token in the address of the page'),
      inQuery('code', 'or the code'),
      inQuery('code_verifier', 'of the code'),
    ],
    answers: { 200: jsonResponse('The session', sessionWithUser(context)) },
    errorStatuses: [400, 404, 429],
  }),
};
