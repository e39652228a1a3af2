// Logins: passwords, sessions, mailed codes, providers, second factors and SCIM.
import { combine, endpoint } from '../lib/api/http/index.ts';
import { logins } from './auth/logins.ts';
import { mails } from './auth/mails.ts';
import { signIn } from './auth/signIn.ts';

export const handler = endpoint(combine(logins, mails, signIn));
