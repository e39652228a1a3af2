// Whether the user sees files as a grid or a list, kept in this browser.
import { useLocalStorage } from '@mantine/hooks';

export const views = ['grid', 'list'] as const;

export type MediaView = (typeof views)[number];

export const useMediaView = (): readonly [MediaView, (view: MediaView) => void] => {
  const [stored, setStored] = useLocalStorage({
    key: 'lectern-media-view',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
  });
  return [views.find((view) => view === stored) ?? 'grid', setStored];
};
