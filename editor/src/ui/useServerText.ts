// Says in the user's language what the server writes.
import { useCallback } from 'react';
import { useMessages } from 'use-intl';
import { translateServerText, type ServerTexts } from '../messages/server/serverTexts.ts';

/** @returns a function of a text of the server: the message of an error, the name of a role. English texts stay as they are. */
export const useServerText = (): ((text: string) => string) => {
  const { server = [] } = useMessages() as { readonly server?: ServerTexts };
  return useCallback((text) => translateServerText(server, text), [server]);
};
