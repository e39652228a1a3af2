// The built editor with the headers of a site.
import type { Settings } from '../../platform/config/index.ts';
import { contentSecurityPolicy, editorSources } from './contentSecurityPolicy.ts';
import { editorFiles, type EditorFiles } from './editorFiles.ts';

export interface Editor {
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly files: EditorFiles;
}

/**
 * @param folder where it is built, if not in the package
 * @returns undefined if the settings turn the editor off, or it is not built
 */
export const editorOf = (
  settings: Pick<Settings, 'auth' | 'editor' | 'graphql' | 'upload' | 'preview' | 'signIn'>,
  folder?: string,
): Editor | undefined => {
  const sources = editorSources(settings, process.env.AWS_REGION ?? '');
  const { secondFactor, passwordLogin } = settings.signIn;
  const { minLength, editorMinLength } = settings.auth.passwords;
  const pageSettings = {
    ...settings.editor,
    media: sources.media,
    passkeys: secondFactor.enabled,
    passwords: passwordLogin === 'everyone',
    passwordLength: Math.max(minLength, editorMinLength),
    graphql: settings.graphql.enabled,
    guide: process.env.LECTERN_DEVELOPMENT !== undefined,
  };
  const files = settings.editor.enabled ? editorFiles(pageSettings, folder) : undefined;
  if (files === undefined) return undefined;
  return { headers: editorHeaders(contentSecurityPolicy(sources)), files };
};

/**
 * The headers that protect the editor's page.
 *
 * @param policy the Content-Security-Policy
 */
export const editorHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
});
