// Everything that is neither content, files nor accounts and needs no rights at AWS, and all requests without a route.
import { combine, endpoint } from '../lib/api/http/index.ts';
import { actions } from './general/actions.ts';
import { audit } from './general/audit.ts';
import { docs } from './general/docs.ts';
import { editor } from './general/editor.ts';
import { locales } from './general/locales.ts';
import { openapi } from './general/openapi.ts';
import { releases } from './general/releases.ts';
import { roles } from './general/roles.ts';
import { tokens } from './general/tokens.ts';
import { webhooks } from './general/webhooks.ts';

export const handler = endpoint(
  combine(audit, docs, editor, locales, openapi, roles, tokens, webhooks, releases, actions),
);
