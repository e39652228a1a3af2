// The routes of accounts that no contract declares.
import { defineRoutes } from './route.ts';

/** Its body and its answer depend on the configuration. */
export const registerRoutes = defineRoutes('auth', [
  ['POST', '/api/auth/local/register', 'register', 'plugin::users-permissions.auth.register', 'Registers a user'],
]);

/** The operations of SCIM (RFC 7644) check its token. */
export const scimRoutes = defineRoutes('auth', [
  ['GET', '/scim/v2/{resource}', 'scimList', 'everyone', 'Lists users or groups, or describes SCIM'],
  ['POST', '/scim/v2/{resource}', 'scimCreate', 'everyone', 'Creates a user or a group'],
  ['GET', '/scim/v2/{resource}/{id}', 'scimRead', 'everyone', 'Reads a user or a group'],
  ['PUT', '/scim/v2/{resource}/{id}', 'scimReplace', 'everyone', 'Replaces the values of a user or a group'],
  ['PATCH', '/scim/v2/{resource}/{id}', 'scimPatch', 'everyone', 'Changes a user or a group'],
  ['DELETE', '/scim/v2/{resource}/{id}', 'scimDelete', 'everyone', 'Deletes a user or a group'],
]);
