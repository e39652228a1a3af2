// The shades of the color of a site.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { luminanceOf, shadesOf } from '../../editor/src/ui/shadesOf.ts';

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const colors = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('keeps a color on which white text can be read', () => {
  expect(shadesOf('#0b6e4f')[7]).toBe('#0b6e4f');
});

it('has white text, links in both schemes and marks in the dark that can be seen, for each color', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const shades = shadesOf(color);
      expect(shades).toHaveLength(10);
      for (const shade of [7, 8, 9] as const) expect(contrast(shades[shade], '#ffffff')).toBeGreaterThan(4.5);
      expect(contrast(shades[9], '#ffffff')).toBeGreaterThan(4.5);
      expect(contrast(shades[3], '#242424')).toBeGreaterThan(4.5);
      expect(contrast(shades[7], '#242424')).toBeGreaterThan(1.5);
    }),
  );
});
