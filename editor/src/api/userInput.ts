// When the user last pressed a key, clicked or scrolled: a tab that is only open does not keep a session.
let inputAt = Date.now();

/** How long ago the user last did something in this tab. */
export const secondsSinceInput = (): number => Math.max(0, Math.floor((Date.now() - inputAt) / 1000));

/** @param onInput called at each input of the user */
export const watchInput = (onInput: () => void): void => {
  const note = () => {
    inputAt = Date.now();
    onInput();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    addEventListener(type, note, { capture: true, passive: true });
};
