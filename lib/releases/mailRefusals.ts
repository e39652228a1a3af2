// Mails who added what prevents a release, each only about their own, and the owner of the release about all that the owner may see.
import { findCallerByName } from '../platform/access/index.ts';
import { inMailLanguage, mailLine, sendLimited } from '../platform/mail/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import { seeRefused, type CheckedAction, type SeenAction } from './seenActions.ts';
import type { StoredAction, StoredRelease } from './storedReleases.ts';
import { findVisibility, type Visibility } from './visibleActions.ts';

const lineOf = ({ action, title, reasons }: SeenAction): string =>
  [
    `- ${mailLine(title ?? action.documentId)} (${action.contentType}${action.locale === null ? '' : `, ${action.locale}`}):`,
    ...reasons.map(({ message, path }) => `  ${path === undefined ? '' : `${path.join('.')}: `}${message}`),
  ].join('\n');

/** What a user may read of the documents now: the right to read one may be lost. */
const visibleTo = async (service: Service, user: string, actions: readonly StoredAction[]): Promise<Visibility> => {
  const caller = await findCallerByName(service, user);
  return caller === undefined
    ? new Map()
    : findVisibility({ service, caller, locales: await service.locales.known() }, actions);
};

const texts = {
  en: {
    scheduled: 'A scheduled publication cannot be done',
    release: 'A release cannot be published',
    plan: (time: string) => `Planned for ${time}. `,
    retry: 'It is tried again once it is corrected.',
    hidden: (count: number) => `Documents that you may not see: ${count}`,
    named: (name: string) => `The release "${name}". `,
    start: 'This cannot be done:',
  },
  de: {
    scheduled: 'Eine geplante Veröffentlichung ist nicht möglich',
    release: 'Ein Release lässt sich nicht veröffentlichen',
    plan: (time: string) => `Geplant für ${time}. `,
    retry: 'Es wird wieder versucht, sobald es berichtigt ist.',
    hidden: (count: number) => `Dokumente, die Sie nicht sehen dürfen: ${count}`,
    named: (name: string) => `Das Release „${name}“. `,
    start: 'Das ist nicht möglich:',
  },
};

/** @param refused the actions that cannot be done. A mail that cannot be sent is logged: the release shows the same */
export const mailRefusals = async (
  service: Service,
  release: StoredRelease,
  refused: readonly CheckedAction[],
): Promise<void> => {
  if (service.config.mail.transport === 'log') return;
  const users = (await service.database.get()).collection<StoredDocument>(
    typeOf(service.schema, builtInUids.user).collectionName,
  );
  const words = inMailLanguage(service, texts);
  const { schedule } = release;
  const plan = schedule === null ? '' : words.plan(`${schedule.localTime} (${schedule.timezone})`);
  const retry = schedule === null ? '' : `\n\n${words.retry}`;
  const subject = release.name === null ? words.scheduled : words.release;
  for (const name of new Set([release.createdBy, ...refused.map(({ action }) => action.author)])) {
    // API tokens have no address.
    const user = name === null ? null : await users.findOne({ documentId: name, ...livingFilter });
    const to = user?.published?.email;
    if (name === null || typeof to !== 'string') continue;
    const isOwner = name === release.createdBy;
    const own = isOwner ? refused : refused.filter(({ action }) => action.author === name);
    const actions = own.map(({ action }) => action);
    const { seen, hidden } = seeRefused(own, await visibleTo(service, name, actions));
    const others = isOwner && hidden > 0 ? [`- ${words.hidden(hidden)}`] : [];
    const lines = [...seen.map(lineOf), ...others];
    if (lines.length === 0) continue;
    const title = release.name === null ? '' : words.named(mailLine(release.name));
    const text = `${title}${plan}${words.start}\n\n${lines.join('\n')}${retry}\n`;
    await sendLimited(service, 'release', { to, subject, text });
  }
};
