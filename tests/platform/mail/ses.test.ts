// Mails through Amazon SES: the input of its client.
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { expect, it, vi } from 'vitest';
import { createMailer } from '../../../lib/platform/mail/index.ts';
import { startSilentServer } from '../../setup/silentServer.ts';

const sent: unknown[] = [];
const send = ({ input }: { readonly input: unknown }): Promise<object> => {
  sent.push(input);
  return Promise.resolve({ MessageId: '1' });
};

it('SES gets the whole mail, with sender and recipient', async () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.spyOn(SESv2Client.prototype, 'send').mockImplementation(send as never);
  const mailer = createMailer({ transport: 'ses', from: 'site@example.org', replyTo: '', language: 'en' }, undefined);
  await mailer.send({ to: 'ada@example.org', subject: 'Hello', text: 'There' });
  expect(sent).toMatchObject([
    { FromEmailAddress: 'site@example.org', Destination: { ToAddresses: ['ada@example.org'] } },
  ]);
  const [{ Content }] = sent as [{ Content: { Raw: { Data: Uint8Array } } }];
  expect(Buffer.from(Content.Raw.Data).toString()).toMatch(/Subject: Hello[\s\S]*There/);
});

it('SES is given up if it does not answer', async () => {
  const { endpoint, shortenWaits, stop } = await startSilentServer(10_000);
  shortenWaits();
  const settings = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  for (const [name, value] of Object.entries({ ...settings, AWS_ENDPOINT_URL: endpoint })) vi.stubEnv(name, value);
  const mailer = createMailer({ transport: 'ses', from: 'site@example.org', replyTo: '', language: 'en' }, undefined);
  const mail = { to: 'ada@example.org', subject: 'Hello', text: 'There' };
  await expect(mailer.send(mail)).rejects.toThrow('timed out');
  stop();
});
