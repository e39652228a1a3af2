// Translates what the server writes: the messages of its errors, and the names and descriptions of the roles that it brings.

/** A text of the server, in which `{}` is anything, and its translation, in which `{1}` is the first of these. */
export type ServerTexts = readonly (readonly [text: string, translation: string])[];

const toPattern = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[\\^$.*+?()[\]|]/gu, String.raw`\$&`).replaceAll('{}', '(.+?)')}$`, 'su');

/** @returns the text as it is if nothing translates it, such as those of hooks of the site */
export const translateServerText = (texts: ServerTexts, text: string): string => {
  for (const [known, translation] of texts) {
    const found = toPattern(known).exec(text);
    if (found !== null) return translation.replaceAll(/\{(\d)\}/gu, (_, index) => found[Number(index)] ?? '');
  }
  return text;
};
