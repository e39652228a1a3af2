// Runs the site's own server as a process.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { SiteFolder } from './folder.ts';

export interface SiteServer {
  readonly url: string;
  /** The lines that it has printed so far. */
  readonly lines: () => readonly string[];
  /** Calls the webhook; a missing body or signature is like that of Lectern. */
  readonly call: (call?: { readonly signature?: string; readonly body?: string }) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export const webhookSecret = 'a secret of the webhook';

/** @param seconds the Unix time */
export const signatureOf = (body: string, seconds: number, secret = webhookSecret): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Waits until a condition on another process is true. */
export const until = async (is: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; !(await is()); tries += 1) {
    if (tries > 600) throw new Error('the condition did not become true');
    await new Promise((done) => setTimeout(done, 100));
  }
};

/** @throws Error with the output if the process ends before it is ready */
export const startSite = async (
  { folder, env }: SiteFolder,
  more: Readonly<Record<string, string>>,
): Promise<SiteServer> => {
  const child = spawn(process.execPath, ['.compiled/server.js'], {
    cwd: folder,
    env: { ...env, PORT: '0', WEBHOOK_SECRET: webhookSecret, ...more },
  });
  let output = '';
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      done();
    }),
  );
  const url = await new Promise<string>((ready, failed) => {
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [found] = /^http:\/\/\S+$/m.exec(output) ?? [];
      if (found !== undefined) ready(found);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    void ended.then(() => {
      failed(new Error(output));
    });
  });
  return {
    url,
    lines: () => output.trim().split('\n'),
    call: async ({ body = '{"event":"entry.publish"}', signature } = {}) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Strapi-Event': 'entry.publish',
        'X-Lectern-Signature': signature ?? signatureOf(body, Math.floor(Date.now() / 1000)),
      };
      return (await fetch(`${url}/rebuild`, { method: 'POST', headers, body })).status;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
