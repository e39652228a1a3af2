// Declares the operations of logins by providers: of editors with the paths of Strapi's administration, of members with those of
// users-permissions.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  text,
} from '../../contracts/contract.ts';
import { deviceId, sessionAnswer } from '../sessions/contract.ts';

const headers = ['refreshCookie'] as const;

const form = 'application/x-www-form-urlencoded';

const byProvider = {
  state: { ...text, description: 'sent by the provider' },
  code: { ...text, description: 'sent by the provider' },
};

export const editorSignInContract = defineContract({
  tag: 'Sign-in of editors',
  function: 'auth',
  path: '/admin',
  access: {
    findProviders: 'caller',
    connect: 'everyone',
    finishLogin: 'everyone',
    unlinkAccount: 'caller',
    logOutAtProvider: 'everyone',
    endByProvider: 'everyone',
  },
  ignoresQuery: true,
  params: { provider: { type: 'string', description: 'the name of a provider in `signIn.providers`' } },
  schemas: {},
  operations: {
    findProviders: {
      method: 'GET',
      path: '/providers',
      summary: 'Lists how users of the editor can log in',
      returns: 'The providers, and the account that logs in the caller',
      answer: dataAnswer(
        closedObject(
          {
            providers: arrayOf(fullObject({ name: text, label: text })),
            linked: fullObject({ provider: text, linkedAt: dateTime, canUnlink: flag }),
          },
          ['providers'],
        ),
      ),
      errors: [401, 404],
    },
    connect: {
      method: 'GET',
      path: '/connect/{provider}',
      summary: 'Sends a browser to a provider, and gets it back with the answer',
      query: { from: { ...text, description: 'a path of the editor, to return to' }, ...byProvider },
      status: 302,
      returns: 'A redirect to the provider, and with `state` to the editor',
      errors: [429],
    },
    finishLogin: {
      method: 'POST',
      path: '/connect/{provider}',
      summary: 'Begins the session of a login by a provider',
      headers,
      documentedBody: closedObject({ state: { type: 'string', minLength: 1 }, deviceId }, ['state']),
      returns: 'The session',
      answer: sessionAnswer,
      errors: [403, 429],
    },
    unlinkAccount: {
      method: 'DELETE',
      path: '/connect/{provider}',
      summary: 'Makes the logged-in user log in with a password instead of by the provider',
      headers,
      documentedBody: fullObject({ password: text }),
      returns: 'A new session: those before have ended',
      answer: sessionAnswer,
      errors: [401, 403, 409, 429],
    },
    logOutAtProvider: {
      method: 'GET',
      path: '/connect/{provider}/logout',
      summary: 'Sends a browser to the logout of a provider',
      query: { hint: { ...text, description: 'as in `providerLogout` of the answer of `/api/auth/logout`' } },
      status: 302,
      returns: 'A redirect to the logout of the provider, or to the login page',
      errors: [429],
    },
    endByProvider: {
      method: 'POST',
      path: '/connect/{provider}/logout',
      summary: 'Ends the sessions that a provider names in a logout token',
      documentedForm: { mediaType: form, schema: fullObject({ logout_token: text }) },
      status: 200,
      returns: 'The sessions have ended',
      errors: [429, 503],
    },
  },
});

const access = 'plugin::users-permissions.auth';

/** Second factors have one route for all steps, as each route costs a resource of the deployment. */
export const memberSignInContract = defineContract({
  tag: 'Sessions',
  function: 'auth',
  path: '/api',
  access: {
    takeFactorStep: 'caller',
    connectMember: `${access}.connect`,
    receiveMember: `${access}.connect`,
    receiveMemberForm: `${access}.connect`,
    logInMember: `${access}.callback`,
  },
  ignoresQuery: true,
  params: {
    provider: { type: 'string', description: 'the name of a provider in `signIn.members`' },
    step: { type: 'string', description: 'the name of a step' },
  },
  schemas: {},
  operations: {
    takeFactorStep: {
      method: 'POST',
      path: '/auth/factors/{step}',
      summary: 'Takes a step of a login with a second factor, of its set-up or of its administration',
      description: 'docs/reference/accounts.md#steps lists the steps, with the body and the answer of each.',
      headers,
      documentedBody: { type: 'object' },
      optionalBody: true,
      returns: 'What the step answers',
      answer: { type: 'object' },
      errors: [401, 409, 429],
    },
    connectMember: {
      method: 'GET',
      path: '/connect/{provider}',
      summary: 'Sends a member to a provider',
      query: {
        callback: { ...text, description: 'the page to return to: one of the configuration' },
        code_challenge: { ...text, description: 'of a page that wants a code instead of a token' },
        code_challenge_method: { ...text, description: '`S256`' },
      },
      status: 302,
      returns: 'A redirect to the provider',
      errors: [429],
    },
    receiveMember: {
      method: 'GET',
      path: '/connect/{provider}/callback',
      summary: 'Sends a member back to the page of the site, with a token for one login',
      query: byProvider,
      status: 302,
      returns: 'A redirect to the page of the site with `access_token`, `code` or `error`',
      errors: [429],
    },
    receiveMemberForm: {
      method: 'POST',
      path: '/connect/{provider}/callback',
      summary: 'Receives a member from a provider that sends its answer as a form',
      documentedForm: { mediaType: form, schema: { type: 'object', additionalProperties: text } },
      optionalBody: true,
      status: 303,
      returns: 'A redirect to the same address with the form as its query',
      errors: [413],
    },
    logInMember: {
      method: 'GET',
      path: '/auth/{provider}/callback',
      summary: 'Logs in a member with the token of a login by a provider',
      headers,
      query: {
        access_token: { ...text, description: 'the token in the address of the page' },
        code: { ...text, description: 'or the code' },
        code_verifier: { ...text, description: 'of the code' },
      },
      returns: 'The session',
      answer: sessionAnswer,
      errors: [429],
    },
  },
});
