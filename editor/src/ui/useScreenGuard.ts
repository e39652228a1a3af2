// Asks before the user leaves a screen.
import { useBlocker } from '@tanstack/react-router';
import { useAskToLeave, type LeaveQuestion } from './useAskToLeave.ts';

/**
 * Guards the way to another screen, and the closing of the window, before which the browser asks in its own words.
 *
 * @param isActive whether leaving needs a question now
 */
export const useScreenGuard = (isActive: boolean, question: LeaveQuestion): void => {
  const ask = useAskToLeave();
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: isActive,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask(question)),
  });
};
