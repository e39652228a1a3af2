// What the media library shows, kept in the address: reload, bookmarks and the back button keep it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readMediaState, writeMediaState, type MediaParameters, type MediaState } from './mediaState.ts';

export type ChangeMedia = (part: Partial<MediaState>, options?: { readonly replace?: boolean }) => void;

/** The state, and a function that changes a part of it. `replace`: the back button skips the state before. */
export const useMediaState = (): readonly [MediaState, ChangeMedia] => {
  const { folder, q, kind, sort, file }: MediaParameters = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(
    () => readMediaState(withoutUndefined({ folder, q, kind, sort, file })),
    [folder, q, kind, sort, file],
  );
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

type Parameters = { readonly [Name in keyof MediaParameters]?: MediaParameters[Name] | undefined };

const withoutUndefined = (search: Parameters): MediaParameters =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
