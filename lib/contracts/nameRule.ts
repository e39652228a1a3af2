// The rule of all names that people give: of roles, tokens, webhooks, locales, folders and saved lists.

/** Control characters, line breaks, lone surrogates, and formats that nobody sees, except the joiners of Persian, Hindi and emoji. */
const refusedCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/u;

/** Blanks, and characters without a picture of their own, such as joiners, variation selectors and fillers. */
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u;

/** What a name must be, for the message of a fault: `name must be …`. */
export const nameRule = 'one line of visible characters';

/** A character that people see, and none that hides in it: two names that look the same should be the same. */
export const namePattern = new RegExp(`^(?![^]*(?:${refusedCharacters.source}))[^]*${visibleCharacter.source}`, 'u');

/** Whether a text has the form of a name. */
export const isName = (text: string): boolean => namePattern.test(text);
