// Runs the server of the Eleventy example as a process.
import { createHmac } from 'node:crypto';
import { startProgram, type RunningProgram, type SiteFolder } from './program.ts';

export interface SiteServer extends RunningProgram {
  /** Calls the webhook; a missing body or signature is like that of Lectern. */
  readonly call: (call?: { readonly signature?: string; readonly body?: string }) => Promise<number>;
}

export const webhookSecret = 'a secret of the webhook';

/** @param seconds the Unix time */
export const signatureOf = (body: string, seconds: number, secret = webhookSecret): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** @throws Error with the output if the process ends before it is ready */
export const startSite = async (site: SiteFolder, more: Readonly<Record<string, string>>): Promise<SiteServer> => {
  const environment = { PORT: '0', WEBHOOK_SECRET: webhookSecret, ...more };
  const server = await startProgram(site, ['.compiled/server.js'], environment);
  return {
    ...server,
    call: async ({ body = '{"event":"entry.publish"}', signature } = {}) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Strapi-Event': 'entry.publish',
        'X-Lectern-Signature': signature ?? signatureOf(body, Math.floor(Date.now() / 1000)),
      };
      return (await fetch(`${server.url}/rebuild`, { method: 'POST', headers, body })).status;
    },
  };
};
