// Mails the authors of actions that prevent a release, each only about their own.
import { findCallerByName } from '../platform/access/index.ts';
import { mailLine, sendLimited } from '../platform/mail/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import { asSeen, type CheckedAction } from './checkActions.ts';
import type { StoredRelease } from './storedReleases.ts';
import { visibleTargets } from './visibleActions.ts';

const lineOf = ({ action, title, reasons }: CheckedAction): string =>
  [
    `- ${mailLine(title ?? action.documentId)} (${action.contentType}${action.locale === null ? '' : `, ${action.locale}`}):`,
    ...reasons.map(({ message, path }) => `  ${path === undefined ? '' : `${path.join('.')}: `}${message}`),
  ].join('\n');

/** The actions as their author may see them now: the right to read a document may be lost. */
const seenByAuthor = async (
  service: Service,
  author: string,
  own: readonly CheckedAction[],
): Promise<readonly CheckedAction[]> => {
  const caller = await findCallerByName(service, author);
  const actions = own.map(({ action }) => action);
  const visible =
    caller && (await visibleTargets({ service, caller, locales: await service.locales.known() }, actions));
  return own.map((one) => asSeen(one, visible?.has(one.action) === true));
};

const subjectOf = ({ name }: StoredRelease): string =>
  name === null ? 'A scheduled publication cannot be done' : 'A release cannot be published';

/** @param refused the actions that cannot be done. A mail that cannot be sent is logged: the release shows the same */
export const notifyAuthors = async (
  service: Service,
  release: StoredRelease,
  refused: readonly CheckedAction[],
): Promise<void> => {
  if (service.config.mail.transport === 'log') return;
  const users = (await service.database.get()).collection<StoredDocument>(
    typeOf(service.schema, builtInUids.user).collectionName,
  );
  const time = release.schedule === null ? '' : ` ${release.schedule.localTime} (${release.schedule.timezone})`;
  for (const author of new Set(refused.map(({ action }) => action.author))) {
    // API tokens have no address.
    const user = author === null ? null : await users.findOne({ documentId: author, ...livingFilter });
    const to = user?.published?.email;
    if (author === null || typeof to !== 'string') continue;
    const own = await seenByAuthor(
      service,
      author,
      refused.filter(({ action }) => action.author === author),
    );
    const name = release.name === null ? '' : `The release "${mailLine(release.name)}". `;
    const text = `${name}Planned for${time}. What you added cannot be done:\n\n${own.map(lineOf).join('\n')}\n\nIt is tried again once it is corrected.\n`;
    await sendLimited(service, 'release', { to, subject: subjectOf(release), text }).catch((error: unknown) => {
      console.error(JSON.stringify({ level: 'error', message: 'a mail about a release failed', error: String(error) }));
    });
  }
};
