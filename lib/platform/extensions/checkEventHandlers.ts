// Checks the event handlers of an extension.
import { didYouMean, isObject } from '../../schema/index.ts';
import { eventNames } from '../eventNames.ts';

/**
 * @param on what the extension has under `on`
 * @param report receives each fault with its path
 */
export const checkEventHandlers = (on: unknown, report: (path: string, message: string) => void): void => {
  if (on === undefined) return;
  if (!isObject(on)) {
    report('on', "must be an object: { 'entry.publish': async ({ document }) => … }");
    return;
  }
  for (const [name, handler] of Object.entries(on)) {
    if (!eventNames.some((known) => known === name))
      report(`on.${name}`, `is no event${didYouMean(name, eventNames) || `; there is ${eventNames.join(', ')}`}`);
    if (typeof handler !== 'function') report(`on.${name}`, 'must be a function');
  }
};
