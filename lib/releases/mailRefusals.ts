// Mails who added what prevents a release, each only about their own, and the owner of the release about all that the owner may see.
import { findCallerByName } from '../platform/access/index.ts';
import { mailLine, sendLimited } from '../platform/mail/index.ts';
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

const subjectOf = ({ name }: StoredRelease): string =>
  name === null ? 'A scheduled publication cannot be done' : 'A release cannot be published';

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
  const { schedule } = release;
  const plan = schedule === null ? '' : `Planned for ${schedule.localTime} (${schedule.timezone}). `;
  const retry = schedule === null ? '' : '\n\nIt is tried again once it is corrected.';
  for (const name of new Set([release.createdBy, ...refused.map(({ action }) => action.author)])) {
    // API tokens have no address.
    const user = name === null ? null : await users.findOne({ documentId: name, ...livingFilter });
    const to = user?.published?.email;
    if (name === null || typeof to !== 'string') continue;
    const isOwner = name === release.createdBy;
    const own = isOwner ? refused : refused.filter(({ action }) => action.author === name);
    const actions = own.map(({ action }) => action);
    const { seen, hidden } = seeRefused(own, await visibleTo(service, name, actions));
    const others = isOwner && hidden > 0 ? [`- Documents that you may not see: ${hidden}`] : [];
    const lines = [...seen.map(lineOf), ...others];
    if (lines.length === 0) continue;
    const title = release.name === null ? '' : `The release "${mailLine(release.name)}". `;
    const text = `${title}${plan}This cannot be done:\n\n${lines.join('\n')}${retry}\n`;
    await sendLimited(service, 'release', { to, subject: subjectOf(release), text });
  }
};
