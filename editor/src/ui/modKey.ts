// How the keys of a shortcut are written on this machine.

const isMac = (): boolean => /mac|iphone|ipad/iu.test(navigator.userAgent);

/** `Ctrl+B`, on a Mac `⌘B`. @param keys what is pressed with Control or Command */
export const modKey = (keys: string): string => (isMac() ? `⌘${keys}` : `Ctrl+${keys}`);
