// Sent mails: through a real SMTP server, and in the log.
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkMail, createMailer, type MailSettings } from '../../../lib/platform/mail/index.ts';
import { smtpServer } from '../../setup/smtpServer.ts';

const settings: MailSettings = {
  transport: 'smtp',
  from: 'Site <site@example.org>',
  replyTo: 'desk@example.org',
  language: 'en',
};

describe('through SMTP', () => {
  const received: string[] = [];
  const server = smtpServer(received);
  let url: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it('a mail arrives, with the configured sender', async () => {
    received.length = 0;
    await createMailer(settings, url).send({ to: 'ada@example.org', subject: 'Zwölf', text: 'Guten Tag\nund mehr' });
    const [from, to, data = ''] = received;
    expect([from, to]).toEqual(['MAIL FROM:<site@example.org>', 'RCPT TO:<ada@example.org>']);
    expect(data).toContain('From: Site <site@example.org>');
    expect(data).toContain('Reply-To: desk@example.org');
    expect(data).toContain('To: ada@example.org');
    expect(data).toMatch(/Subject: =\?UTF-8\?\S+\?=/i);
    expect(data).toContain('Guten Tag\nund mehr');
  });

  it('a recipient is one address, whatever characters it contains', async () => {
    received.length = 0;
    const to = 'a@example.org, b@example.org\r\nBcc: c@example.org';
    await createMailer(settings, url)
      .send({ to, subject: 'x', text: 'x' })
      .catch(() => undefined);
    const recipients = received.filter((line) => line.startsWith('RCPT'));
    expect(recipients.length).toBeLessThan(2);
    expect(received.join('\n')).not.toMatch(/^Bcc:/m);
  });

  it('a refusal by the server is an error', async () => {
    const mail = { to: 'refused@example.org', subject: 'x', text: 'x' };
    await expect(createMailer(settings, url).send(mail)).rejects.toThrow('550');
  });
});

it('in development a mail is written to stderr', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await createMailer({ ...settings, transport: 'log' }, undefined).send({
    to: 'a@b.co',
    subject: 'Hello',
    text: 'There',
  });
  const [[text]] = error.mock.calls as [[string]];
  error.mockRestore();
  const { mail } = JSON.parse(text) as { readonly mail: string };
  expect(mail.split('\n')).toEqual([
    'From: Site <site@example.org>',
    'Reply-To: desk@example.org',
    'To: a@b.co',
    'Subject: Hello',
    '',
    'There',
  ]);
});

describe('the check at the start', () => {
  it('reports missing settings', () => {
    expect(() => {
      checkMail({ ...settings, from: '' }, 'smtp://x');
    }).toThrow('mail.from is empty');
    expect(() => {
      checkMail(settings, undefined);
    }).toThrow('LECTERN_SMTP_URL is not set');
  });

  it.each(['log', 'ses'] as const)('accepts %s without a server', (transport) => {
    expect(() => {
      checkMail({ ...settings, transport }, undefined);
    }).not.toThrow();
  });
});
