// Opens the command palette, from anywhere.
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

export const openPalette = (): void => palette.open();

/** Selects the first row when rows arrive after the text was typed, unless the arrow keys have left the first row. */
export const selectFirstRow = (): void => {
  const { opened, selected, listId } = paletteStore.getState();
  if (!opened || selected > 0) return;
  const rows = document.querySelectorAll(`[id="${listId}"] [data-action]`);
  rows.forEach((row, index) => {
    if (index === 0) row.setAttribute('data-selected', 'true');
    else row.removeAttribute('data-selected');
  });
  if (rows.length > 0) paletteStore.updateState((state) => ({ ...state, selected: 0 }));
};
