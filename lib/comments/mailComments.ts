// Mails users about comments that mention them, and about replies in their threads. A job of each minute.
import { mailLine, quoteInMail, sendLimited, type Mail } from '../platform/mail/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { titleOf } from '../releases/index.ts';
import { builtInUids, typeOf, type ContentType } from '../schema/index.ts';
import { findUserReader, nameUsers } from './commentReader.ts';
import { commentsIn, type StoredComment } from './storedComments.ts';

/** One run ends in time; the next one goes on. */
const maxComments = 100;

const linkTo = ({ config }: Service, type: ContentType, { _id, parent, documentId, locale }: StoredComment): string => {
  if (config.editor.url === '') return '';
  const page = type.kind === 'singleType' ? `single/${type.singularName}` : `content/${type.pluralName}/${documentId}`;
  const search = locale === null ? '' : `?locale=${encodeURIComponent(locale)}`;
  const link = new URL(page, config.editor.url.endsWith('/') ? config.editor.url : `${config.editor.url}/`);
  return `\n\n${link.href}${search}#comment-${(parent ?? _id).toHexString()}`;
};

/** @returns undefined if the recipient may not read the comment now, or has no address */
const writeMail = async (service: Service, comment: StoredComment, user: string): Promise<Mail | undefined> => {
  const { path, text, author, mentions, documentId, locale } = comment;
  const db = await service.database.get();
  const reader = await findUserReader(service, await service.locales.known(), user, comment, path);
  const users = db.collection<StoredDocument>(typeOf(service.schema, builtInUids.user).collectionName);
  const to = (await users.findOne({ documentId: user, ...livingFilter }))?.published?.email;
  if (reader === undefined || typeof to !== 'string') return undefined;
  const stored = await db
    .collection<StoredDocument>(reader.type.collectionName)
    .findOne({ documentId, locale, ...livingFilter });
  const title = (stored === null ? null : titleOf(reader.type, stored)) ?? documentId;
  const name = mailLine((await nameUsers(reader, [author])).get(author)?.username ?? 'Somebody');
  const isMention = mentions.includes(user);
  const what = isMention ? 'mentioned you in a comment' : 'replied to your comment';
  return {
    to,
    subject: `${service.config.editor.name}: ${isMention ? 'you are mentioned in a comment' : 'a reply to your comment'}`,
    text: `${name} ${what} on "${mailLine(title)}":\n\n${quoteInMail(text)}${linkTo(service, reader.type, comment)}\n`,
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
