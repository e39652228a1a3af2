// What the page says of its site, before anybody has logged in. `npx vite editor` serves a page that says nothing.
import { pageSettingsName, type PageSettings } from '../../../lib/schema/pageSettings.ts';

const content = document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`)?.content;

export const pageSettings: PageSettings =
  content === undefined
    ? {
        name: 'Lectern',
        logo: '',
        color: '',
        media: [],
        passkeys: true,
        passwords: true,
        passwordLength: 8,
        guide: false,
        graphql: false,
        fields: {},
        pictures: {},
      }
    : // Of lib/server/editor/pageSettings.ts.
      (JSON.parse(content) as PageSettings);

/** The address of a file that is built with the editor. */
export const builtUrl = (path: string): string => import.meta.env.BASE_URL + path;

/** @returns undefined if the project has no picture of this name */
export const configuredPictureUrl = (picture: string): string | undefined => {
  if (picture.startsWith('/')) return picture;
  const path = Object.hasOwn(pageSettings.pictures, picture) ? pageSettings.pictures[picture] : undefined;
  return path === undefined ? undefined : builtUrl(path);
};

/** @returns the name of the project's component for a custom field: `color` for `global::color`; undefined if it brings none */
export const projectFieldOf = (customField: string | undefined): string | undefined => {
  const name = customField?.replace(/^\w+::/, '') ?? '';
  return Object.hasOwn(pageSettings.fields, name) ? name : undefined;
};
