// Recognizes that a file of the editor itself cannot be loaded.

/** What the browsers and Vite write in the error of an import(). */
const messages =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i;

/** Whether a screen or a field could not be loaded: a new version of the editor has other files. */
export const isLoadError = (error: unknown): boolean => error instanceof Error && messages.test(error.message);
