// Finds what a mail to a user about a document needs: whether the user may read it now, the address, the title and the link.
import { inMailLanguage, mailLine } from '../platform/mail/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { titleOf } from '../releases/index.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import {
  findUserReader,
  nameUsers,
  readDocuments,
  type CommentedDocument,
  type CommentReader,
} from './commentReader.ts';

export interface MailReader {
  readonly reader: CommentReader;
  readonly to: string;
  readonly stored: StoredDocument | undefined;
  /** In one line. */
  readonly title: string;
  /** Of the document in the editor; empty without `editor.url`. */
  readonly link: string;
}

const linkTo = ({ service: { config }, type }: CommentReader, { documentId, locale }: CommentedDocument): string => {
  if (config.editor.url === '') return '';
  const page = type.kind === 'singleType' ? `single/${type.singularName}` : `content/${type.pluralName}/${documentId}`;
  const search = locale === null ? '' : `?locale=${encodeURIComponent(locale)}`;
  const link = new URL(page, config.editor.url.endsWith('/') ? config.editor.url : `${config.editor.url}/`);
  return `\n\n${link.href}${search}`;
};

/**
 * @param path of the attribute that the mail is about, if any
 * @returns undefined if the user may not read it now, or has no address
 */
export const findMailReader = async (
  service: Service,
  user: string,
  document: CommentedDocument,
  path?: string,
): Promise<MailReader | undefined> => {
  const reader = await findUserReader(service, await service.locales.known(), user, document, path);
  const users = (await service.database.get()).collection<StoredDocument>(
    typeOf(service.schema, builtInUids.user).collectionName,
  );
  const to = (await users.findOne({ documentId: user, ...livingFilter }))?.published?.email;
  if (reader === undefined || typeof to !== 'string') return undefined;
  const { documentId, locale } = document;
  const stored = (await readDocuments(reader, [documentId], locale)).get(documentId);
  const title = mailLine((stored === undefined ? null : titleOf(reader.type, stored)) ?? documentId);
  return { reader, to, stored, title, link: linkTo(reader, document) };
};

/**
 * @param agent the name of the one that worked for the user, if any
 * @returns the name of a user as the reader may know it, in one line, behind that of the agent
 */
export const nameInMail = async (reader: CommentReader, user: string, agent?: string): Promise<string> => {
  const { service } = reader;
  const somebody = inMailLanguage(service, { en: 'Somebody', de: 'Jemand' });
  const name = mailLine((await nameUsers(reader, [user])).get(user)?.username ?? somebody);
  return agent === undefined
    ? name
    : `${mailLine(agent)}, ${inMailLanguage(service, { en: 'for', de: 'für' })} ${name},`;
};
