// The focal point of a picture: in percent of its size, from its upper left corner.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const middle: Point = { x: 50, y: 50 };

const percent = (value: number): number => Math.round(Math.min(Math.max(value, 0), 100) * 10) / 10;

/** The point of a picture at a place of the window. @param frame where the picture is shown */
export const pointAt = (
  frame: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  x: number,
  y: number,
): Point => ({
  x: percent(((x - frame.left) / frame.width) * 100),
  y: percent(((y - frame.top) / frame.height) * 100),
});

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @param isLarge ten steps at once @returns undefined for a key that moves nothing */
export const movePoint = ({ x, y }: Point, key: string, isLarge: boolean): Point | undefined => {
  const step = steps[key];
  if (step === undefined) return undefined;
  const size = isLarge ? 10 : 1;
  return { x: percent(x + step[0] * size), y: percent(y + step[1] * size) };
};

/** The CSS position that keeps the point visible when the picture is cropped. */
export const objectPosition = ({ x, y }: Point): string => `${x}% ${y}%`;
