// Makes the ten shades of a color that Mantine needs, so that texts on them can be read.

type Rgb = readonly [red: number, green: number, blue: number];

const parseHex = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toHex = (rgb: Rgb): string => `#${rgb.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

const mix = (rgb: Rgb, other: number, share: number): Rgb =>
  // Three numbers become three.
  rgb.map((one) => one + (other - one) * share) as unknown as Rgb;

/** The relative luminance of WCAG: from 0 to 1. */
export const luminanceOf = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = parseHex(hex).map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** White text on it has a contrast of 4.6 or more. */
const maxLuminance = 0.178;

/** Frames and marks of it can be seen on the dark background. */
const minLuminance = 0.06;

const fitted = (color: Rgb): Rgb => {
  let fit = color;
  while (luminanceOf(toHex(fit)) > maxLuminance) fit = mix(fit, 0, 0.03);
  while (luminanceOf(toHex(fit)) < minLuminance) fit = mix(fit, 255, 0.03);
  return fit;
};

type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/**
 * @param color `#rrggbb`
 * @returns from the lightest to the darkest; the eighth is the color itself, darker or lighter if texts on it could not be read
 */
export const shadesOf = (color: string): Shades => {
  const base = fitted(parseHex(color));
  const lighter = [0.93, 0.85, 0.72, 0.58, 0.44, 0.3, 0.14].map((share) => toHex(mix(base, 255, share)));
  // Seven and three are ten.
  return [...lighter, toHex(base), toHex(mix(base, 0, 0.12)), toHex(mix(base, 0, 0.25))] as unknown as Shades;
};
