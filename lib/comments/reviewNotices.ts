// Tells users of the review of drafts, as of comments: lists it for the first screen, and mails it as a job of each minute.
import type { Caller } from '../platform/access/index.ts';
import { reviewNoticesIn, type NoticeKind, type ReviewNotice, type StoredDocument } from '../platform/db/index.ts';
import { inMailLanguage, mailLine, sendLimited, type InMailLanguages, type Mail } from '../platform/mail/index.ts';
import type { Service } from '../platform/service.ts';
import { titleOf } from '../releases/index.ts';
import { reviewNames, stageOf, type ContentType } from '../schema/index.ts';
import { findReader, nameUsers, readDocuments, type CommentReader } from './commentReader.ts';
import { findMailReader, nameInMail } from './mailReader.ts';

/** How many of the latest are searched, how many a list has, and how old they are at most. */
const searchedNotices = 100;
const listedNotices = 10;
const listedMs = 14 * 24 * 3_600_000;

/** Whether it is still so: the draft is in that stage, and assigned to the user. */
const isCurrent = ({ review }: ContentType, stored: StoredDocument, { kind, stage, user }: ReviewNotice): boolean =>
  review !== undefined &&
  stored.draft !== undefined &&
  (kind === 'assigned' ? stored[reviewNames.assignee] === user : stageOf(review, stored[reviewNames.stage]) === stage);

/** @param notices of documents of the type and locale of the reader */
const describeNotices = async (reader: CommentReader, notices: readonly ReviewNotice[]) => {
  const locale = notices[0]?.locale ?? null;
  const documentIds = notices.map(({ documentId }) => documentId);
  const documents = await readDocuments(reader, documentIds, locale);
  const names = await nameUsers(
    reader,
    notices.flatMap(({ by }) => by ?? []),
  );
  return notices.flatMap((notice) => {
    const { _id, kind, documentId, stage, by, at } = notice;
    const stored = documents.get(documentId);
    if (kind === 'assigned' || stored === undefined || !isCurrent(reader.type, stored, notice)) return [];
    return {
      ...{ id: _id.toHexString(), kind, type: reader.type.uid, documentId, locale },
      ...{ title: titleOf(reader.type, stored), stage, by: names.get(by ?? '') ?? null, at },
    };
  });
};

/**
 * Lists what others have done with drafts that the user wrote, works on or approved, the latest first: the last of each draft, if
 * the user may read it now and it is still in that stage. What is assigned to the user, a filter of lists finds.
 */
export const listNotices = async (service: Service, caller: Caller & { readonly user: string }) => {
  const locales = await service.locales.known();
  const since = new Date(service.now().getTime() - listedMs);
  const found = await reviewNoticesIn(await service.database.get())
    .find({ user: caller.user, kind: { $ne: 'assigned' }, at: { $gte: since } })
    .sort({ _id: -1 })
    .limit(searchedNotices)
    .toArray();
  const placeOf = ({ type, locale }: ReviewNotice) => `${type} ${locale ?? ''}`;
  const described = [];
  for (const place of new Set(found.map(placeOf))) {
    const notices = found.filter((one) => placeOf(one) === place);
    const latest = notices.filter(
      (one, index) => notices.findIndex((other) => other.documentId === one.documentId) === index,
    );
    const reader = latest[0] === undefined ? undefined : findReader(service, caller, locales, latest[0]);
    if (reader !== undefined) described.push(...(await describeNotices(reader, latest)));
  }
  return described.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, listedNotices);
};

type Texts = Readonly<
  Record<NoticeKind, readonly [subject: string, sentence: (name: string, title: string, stage: string) => string]>
>;

const texts: InMailLanguages<Texts> = {
  en: {
    assigned: [
      'a draft is assigned to you',
      (name, title, stage) => `${name} assigned "${title}" to you. It is in the stage "${stage}".`,
    ],
    moved: [
      'a draft is in another stage',
      (name, title, stage) => `${name} moved "${title}" into the stage "${stage}".`,
    ],
    returned: [
      'a draft was changed after your review',
      (name, title, stage) => `${name} changed "${title}" after your review. It is back in the stage "${stage}".`,
    ],
  },
  de: {
    assigned: [
      'Ihnen ist ein Entwurf zugewiesen',
      (name, title, stage) => `${name} hat Ihnen „${title}“ zugewiesen. Es ist in der Stufe „${stage}“.`,
    ],
    moved: [
      'ein Entwurf ist in einer anderen Stufe',
      (name, title, stage) => `${name} hat „${title}“ in die Stufe „${stage}“ verschoben.`,
    ],
    returned: [
      'ein Entwurf wurde nach Ihrer Prüfung geändert',
      (name, title, stage) =>
        `${name} hat „${title}“ nach Ihrer Prüfung geändert. Es ist zurück in der Stufe „${stage}“.`,
    ],
  },
};

/** @returns undefined if the user may not read the draft now, or it is not so any more */
const writeMail = async (service: Service, notice: ReviewNotice): Promise<Mail | undefined> => {
  const found = await findMailReader(service, notice.user, notice);
  if (found?.stored === undefined || !isCurrent(found.reader.type, found.stored, notice)) return undefined;
  const { reader, to, title, link } = found;
  const { kind, by = '', stage } = notice;
  const [subject, sentence] = inMailLanguage(service, texts)[kind];
  const text = sentence(await nameInMail(reader, by), title, mailLine(stage));
  return { to, subject: `${service.config.editor.name}: ${subject}`, text: `${text}${link}\n` };
};

/** One run ends in time; the next one goes on. */
const maxNotices = 100;

/** Sends the mails that wait, as `mailComments`, unless mails are only logged. @returns how many it sent */
export const mailNotices = async (service: Service): Promise<number> => {
  const notices = reviewNoticesIn(await service.database.get());
  const found = await notices
    .find({ unmailed: { $exists: true } })
    .limit(maxNotices)
    .toArray();
  let count = 0;
  for (const { _id } of found) {
    // Whoever removes it sends the mail, so that no mail is sent twice.
    const notice = await notices.findOneAndUpdate({ _id, unmailed: { $exists: true } }, { $unset: { unmailed: 1 } });
    if (notice === null || service.config.mail.transport === 'log') continue;
    const mail = await writeMail(service, notice);
    if (mail !== undefined && (await sendLimited(service, 'review', mail, notice.by))) count++;
  }
  return count;
};
