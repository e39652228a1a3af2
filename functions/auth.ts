// Logins: passwords, sessions, mailed codes, providers, second factors and SCIM.
import { checkAuth } from '../lib/accounts/sessions/index.ts';
import { sessionContract } from '../lib/accounts/sessions/contract.ts';
import { combine, dispatch, endpoint } from '../lib/api/http/index.ts';
import { contractRoutes, registerRoutes } from '../lib/api/http/routes/index.ts';
import { logins } from './auth/logins.ts';
import { mails } from './auth/mails.ts';
import { signIn } from './auth/signIn.ts';

const sessions = dispatch([...contractRoutes(sessionContract), ...registerRoutes], checkAuth, { ...logins, ...mails });

export const handler = endpoint(combine(sessions, signIn));
