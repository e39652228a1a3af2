// The mails to users, in each language.
import { expect, it } from 'vitest';
import { confirmationMail, invitationMail, resetMail } from '../../lib/accounts/mails.ts';
import type { MailSettings } from '../../lib/platform/mail/index.ts';
import type { Service } from '../../lib/platform/service.ts';

const link = 'https://example.org/set?code=1';

it.each<[MailSettings['language'], readonly string[], string]>([
  [
    'en',
    ['Set a new password', 'Your account for The Ink Room', 'Confirm your email address'],
    'To choose its password, open this link within 48 hours:',
  ],
  [
    'de',
    ['Ein neues Passwort festlegen', 'Ihr Konto für The Ink Room', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    'Um sein Passwort zu wählen, öffnen Sie innerhalb von 48 Stunden diesen Link:',
  ],
])('are in the language of the site: %s', (language, subjects, sentence) => {
  const config = { mail: { language }, editor: { name: 'The Ink Room' }, auth: { confirmationUrl: link } };
  const service = { config } as unknown as Service;
  const to = 'ada@example.org';
  const mails = [
    resetMail(service, to, link),
    invitationMail(service, to, link, 48),
    confirmationMail(service, to, 'abc'),
  ];
  expect(mails.map(({ subject }) => subject)).toEqual(subjects);
  for (const mail of mails) expect([mail.to, mail.text]).toEqual([to, expect.stringContaining(link)]);
  expect(mails[1]?.text).toContain(sentence);
});
