// Makes ids that no other page makes.

/** @returns 32 hexadecimal digits; browsers have `crypto.randomUUID` only in pages that came over https or from this computer */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
