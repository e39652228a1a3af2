// Makes documentIds.
import { customAlphabet } from 'nanoid';

const letters = 'abcdefghijklmnopqrstuvwxyz';

const firstCharacter = customAlphabet(letters, 1);
const otherCharacters = customAlphabet(`${letters}0123456789`, 23);

/** @returns 24 random characters, a-z and 0-9, the first of them a letter */
export const newDocumentId = (): string => firstCharacter() + otherCharacters();
