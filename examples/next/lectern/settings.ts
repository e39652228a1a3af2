// Reads the settings from the environment or from `.env.local`.

/** The URL of Lectern. */
export const lecternUrl = process.env.LECTERN_URL || 'http://127.0.0.1:3000';

/** The origin of the editor, which may show drafts in a frame. */
export const editorOrigin = new URL(process.env.EDITOR_URL || lecternUrl).origin;

/** The secret of the webhook; without one, Lectern cannot revalidate pages. */
export const webhookSecret = process.env.WEBHOOK_SECRET;

/** The provider in `signIn.members` that members sign in with; without one, they cannot. */
export const signInProvider = process.env.SIGN_IN_PROVIDER;

/** The locale of the site. */
export const locale = 'en';
