// Mails through Amazon SES: what its client is given.
import { expect, it, vi } from 'vitest';
import { mailerOf } from '../../lib/mail/index.ts';

const { sent } = vi.hoisted(() => ({ sent: [] as unknown[] }));

vi.mock('@aws-sdk/client-sesv2', () => ({
  SESv2Client: class {
    config = { region: () => Promise.resolve('eu-central-1') };
    send(command: { readonly input: unknown }): Promise<object> {
      sent.push(command.input);
      return Promise.resolve({ MessageId: '1' });
    }
  },
  SendEmailCommand: class {
    readonly input: unknown;
    constructor(input: unknown) {
      this.input = input;
    }
  },
}));

it('a mail is given to it whole', async () => {
  const mailer = mailerOf({ transport: 'ses', from: 'site@example.org', replyTo: '' }, undefined);
  await mailer.send({ to: 'ada@example.org', subject: 'Hello', text: 'There' });
  expect(sent).toMatchObject([
    { FromEmailAddress: 'site@example.org', Destination: { ToAddresses: ['ada@example.org'] } },
  ]);
  const [{ Content }] = sent as [{ Content: { Raw: { Data: Uint8Array } } }];
  expect(Buffer.from(Content.Raw.Data).toString()).toMatch(/Subject: Hello[\s\S]*There/);
});
