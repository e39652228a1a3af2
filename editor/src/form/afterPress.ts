// Waits until a pressed pointer is released. A message that appears between press and release would move what was pressed
// away from the pointer, and the click would be lost.
const ends = ['pointerup', 'pointercancel'] as const;

let isPressed = false;

const setPressed = ({ type }: Event): void => {
  isPressed = type === 'pointerdown';
};

for (const type of ['pointerdown', ...ends])
  document.addEventListener(type, setPressed, { capture: true, passive: true });

/** Calls back at once, or after the click if a pointer is pressed. */
export const afterPress = (callback: () => void): void => {
  if (!isPressed) {
    callback();
    return;
  }
  const end = () => {
    for (const type of ends) document.removeEventListener(type, end);
    // The click follows the release.
    setTimeout(callback);
  };
  for (const type of ends) document.addEventListener(type, end);
};
