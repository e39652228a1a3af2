// What the media library shows, kept in the address: reload, bookmarks and the back button keep it.
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readMediaState, writeMediaState, type MediaParameters, type MediaState } from './mediaState.ts';

export type ChangeMedia = (part: Partial<MediaState>, options?: { readonly replace?: boolean }) => void;

/** The state, and a function that changes a part of it. `replace`: the back button skips the state before. */
export const useMediaState = (): readonly [MediaState, ChangeMedia] => {
  const { folder, q, kind, sort, file }: MediaParameters = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readMediaState({ folder, q, kind, sort, file }), [folder, q, kind, sort, file]);
  const change = useCallback<ChangeMedia>(
    (part, { replace = false } = {}) => {
      void navigate({
        to: '.',
        search: (before: MediaParameters) => writeMediaState({ ...readMediaState(before), ...part }),
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [state, change];
};

export const views = ['grid', 'list'] as const;

export type MediaView = (typeof views)[number];

/** Whether the user sees files as a grid or a list, kept in this browser. */
export const useMediaView = (): readonly [MediaView, (view: MediaView) => void] => {
  const [stored, setStored] = useLocalStorage({
    key: 'lectern-media-view',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
  });
  return [views.find((view) => view === stored) ?? 'grid', setStored];
};
