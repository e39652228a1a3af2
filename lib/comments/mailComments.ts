// Mails users about comments that mention them, and about replies in their threads. A job of each minute.
import { inMailLanguage, quoteInMail, sendLimited, type InMailLanguages, type Mail } from '../platform/mail/index.ts';
import type { Service } from '../platform/service.ts';
import { findMailReader, nameInMail } from './mailReader.ts';
import { commentsIn, type StoredComment } from './storedComments.ts';

/** One run ends in time; the next one goes on. */
const maxComments = 100;

type Texts = Readonly<
  Record<'mention' | 'reply', readonly [subject: string, sentence: (name: string, title: string) => string]>
>;

const texts: InMailLanguages<Texts> = {
  en: {
    mention: ['you are mentioned in a comment', (name, title) => `${name} mentioned you in a comment on "${title}":`],
    reply: ['a reply to your comment', (name, title) => `${name} replied to your comment on "${title}":`],
  },
  de: {
    mention: [
      'Sie werden in einem Kommentar erwähnt',
      (name, title) => `${name} hat Sie in einem Kommentar zu „${title}“ erwähnt:`,
    ],
    reply: [
      'eine Antwort auf Ihren Kommentar',
      (name, title) => `${name} hat auf Ihren Kommentar zu „${title}“ geantwortet:`,
    ],
  },
};

/** @returns undefined if the recipient may not read the comment now, or has no address */
const writeMail = async (service: Service, comment: StoredComment, user: string): Promise<Mail | undefined> => {
  const { _id, parent, path, text, author, agent, mentions } = comment;
  const found = await findMailReader(service, user, comment, path);
  if (found === undefined) return undefined;
  const { reader, to, title, link } = found;
  const name = await nameInMail(reader, author, agent);
  const fragment = link === '' ? '' : `#comment-${(parent ?? _id).toHexString()}`;
  const [subject, sentence] = inMailLanguage(service, texts)[mentions.includes(user) ? 'mention' : 'reply'];
  return {
    to,
    subject: `${service.config.editor.name}: ${subject}`,
    text: `${sentence(name, title)}\n\n${quoteInMail(text)}${link}${fragment}\n`,
  };
};

/**
 * Sends the mails that wait, as many as a sender and a receiver may have. The first screen of the editor lists the comments of the
 * others, and of a mail that cannot be sent, which is logged.
 *
 * @returns how many it sent
 */
export const mailComments = async (service: Service): Promise<number> => {
  const comments = commentsIn(await service.database.get());
  const found = await comments
    .find({ unmailed: { $exists: true } })
    .limit(maxComments)
    .toArray();
  let count = 0;
  for (const { _id, unmailed = [] } of found) {
    for (const user of unmailed) {
      // Whoever removes the user sends the mail, so that no mail is sent twice.
      const comment = await comments.findOneAndUpdate({ _id, unmailed: user }, { $pull: { unmailed: user } });
      const mail = comment === null ? undefined : await writeMail(service, comment, user);
      if (mail === undefined) continue;
      if (await sendLimited(service, 'comment', mail, comment?.author)) count++;
    }
    await comments.updateOne({ _id, unmailed: [] }, { $unset: { unmailed: 1 } });
  }
  return count;
};
