// Reads the settings from the environment or from `.env`.

/** The URL of Lectern. */
export const lecternUrl = import.meta.env.LECTERN_URL ?? 'http://127.0.0.1:3000';

/** The origin of the editor, which may show drafts in a frame. */
export const editorOrigin = new URL(import.meta.env.EDITOR_URL ?? lecternUrl).origin;

/** An API token; without one the site shows public content. */
export const lecternToken = import.meta.env.LECTERN_TOKEN;

/** The locale of the site. */
export const locale = 'en';
