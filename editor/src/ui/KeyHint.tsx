// The keys of a shortcut, as they are named on the user's keyboard.
import { Kbd } from '@mantine/core';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

const names: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  arrowup: '↑',
  arrowdown: '↓',
};

/** @param keys such as `mod+S` @returns `Ctrl+S`, on a Mac `⌘S` */
export const formatKeys = (keys: string): string =>
  keys
    .split('+')
    .map((key) => names[key.toLowerCase()] ?? key)
    .join(isMac ? '' : '+');

/** @param keys such as `mod+S` */
export const KeyHint = ({ keys }: { readonly keys: string }) => (
  <Kbd size="xs" style={{ whiteSpace: 'nowrap' }}>
    {formatKeys(keys)}
  </Kbd>
);
