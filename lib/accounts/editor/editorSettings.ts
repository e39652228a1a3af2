// The settings of a site that its editor needs to know.
import { linkTemplates } from '../../platform/config/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { maxVersionBytes } from '../../write/documents/index.ts';

export interface EditorSettings {
  readonly name: string;
  /** Of the first screen. */
  readonly homeLinks: readonly { readonly label: string; readonly url: string }[];
  /** Whether drafts have preview links to a page of the site. */
  readonly preview: boolean;
  readonly presence: boolean;
  /** The most bytes of a request body that can be stored. */
  readonly maxBodyBytes: number;
  /** What one query may read: levels, and relations, files and components. */
  readonly populate: { readonly maxDepth: number; readonly maxPopulated: number };
  readonly upload: {
    /** The most bytes of a file. */
    readonly sizeLimit: number;
    /** The most bytes of a file in a form; larger files go directly to the bucket. */
    readonly requestLimit: number;
  };
  /** By uid: the address of a document on the site, with its attributes in braces. */
  readonly links: Readonly<Record<string, string>>;
  readonly passwordMinLength: number;
  /** How long the JWT of a session with refresh lasts. */
  readonly accessSeconds: number;
  /** How long deleted documents and files can be restored; 0: deletions are final. */
  readonly trashDays: number;
}

/** Lambda receives at most 6 MB, and forms in base64. */
const maxBytesOnLambda = 4_500_000;

const passwordMinLength = ({ schema, config }: Pick<Service, 'schema' | 'config'>): number => {
  const password = typeOf(schema, builtInUids.user).attributes.get('password');
  const declared = password?.kind === 'scalar' ? (password.minLength ?? 1) : 1;
  const { minLength, editorMinLength } = config.auth.passwords;
  return Math.max(declared, minLength, editorMinLength);
};

/** @param onLambda whether requests arrive as events of Lambda */
export const editorSettings = (service: Pick<Service, 'schema' | 'config'>, onLambda: boolean): EditorSettings => {
  const { api, editor, preview, links, upload, auth, trash } = service.config;
  const { sizeLimit } = upload;
  const { maxBodyBytes, maxDepth, maxPopulated } = api.rest;
  const receivable = (bytes: number): number => (onLambda ? Math.min(bytes, maxBytesOnLambda) : bytes);
  return {
    name: editor.name,
    homeLinks: editor.links,
    preview: preview.url !== '',
    presence: editor.presence,
    maxBodyBytes: receivable(Math.min(maxBodyBytes, maxVersionBytes)),
    populate: { maxDepth, maxPopulated },
    upload: { sizeLimit, requestLimit: receivable(sizeLimit) },
    links: linkTemplates(links, service.schema),
    passwordMinLength: passwordMinLength(service),
    accessSeconds: auth.accessSeconds,
    trashDays: trash.days,
  };
};
