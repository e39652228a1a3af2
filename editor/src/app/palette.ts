// Opens the command palette, from anywhere.
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

export const openPalette = (): void => {
  palette.open();
};
