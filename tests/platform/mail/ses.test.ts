// Mails through Amazon SES: the input of its client.
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { expect, it, vi } from 'vitest';
import { createMailer } from '../../../lib/platform/mail/index.ts';

const sent: unknown[] = [];
const send = ({ input }: { readonly input: unknown }): Promise<object> => {
  sent.push(input);
  return Promise.resolve({ MessageId: '1' });
};

it('SES gets the whole mail, with sender and recipient', async () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.spyOn(SESv2Client.prototype, 'send').mockImplementation(send as never);
  const mailer = createMailer({ transport: 'ses', from: 'site@example.org', replyTo: '' }, undefined);
  await mailer.send({ to: 'ada@example.org', subject: 'Hello', text: 'There' });
  expect(sent).toMatchObject([
    { FromEmailAddress: 'site@example.org', Destination: { ToAddresses: ['ada@example.org'] } },
  ]);
  const [{ Content }] = sent as [{ Content: { Raw: { Data: Uint8Array } } }];
  expect(Buffer.from(Content.Raw.Data).toString()).toMatch(/Subject: Hello[\s\S]*There/);
});
