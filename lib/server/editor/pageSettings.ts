// Writes what the editor's page says of its site into its HTML: a script would need an exception in the Content-Security-Policy.
import { pageSettingsName, type PageSettings } from '../../schema/index.ts';

/** The settings of the site that its page shows before anybody has logged in. */
export type SiteSettings = Pick<
  PageSettings,
  'name' | 'logo' | 'color' | 'media' | 'passkeys' | 'passwords' | 'passwordLength' | 'graphql' | 'guide'
>;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&"<>]/g, (one) => escapes[one] ?? one);

/** @returns the page with the settings, which `pageSettings` of the editor reads, and with the name of the site as its title */
export const withPageSettings = (html: string, settings: PageSettings): string => {
  const content = escapeHtml(JSON.stringify(settings));
  return html
    .replace(/<title>.*<\/title>/u, () => `<title>${escapeHtml(settings.name)}</title>`)
    .replace('</head>', () => `<meta name="${pageSettingsName}" content="${content}" />\n  </head>`);
};
