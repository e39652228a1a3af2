// The settings of a site that its editor needs to know.
import type { AnswerOf } from '../contracts/index.ts';
import { linkTemplates } from '../platform/config/index.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import type { Service } from '../platform/service.ts';
import { maxVersionBytes } from '../write/documents/index.ts';
import type { editorContract } from './contract.ts';

type EditorSettings = Omit<AnswerOf<typeof editorContract.operations.findEditor>['data']['settings'], 'search'>;

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
