// Ends a command with exit code 1 after it has printed why.

export class CommandFailure extends Error {}

/** @throws CommandFailure if the command found faults, or did not finish what it was to do */
export const failUnless = (succeeded: boolean): void => {
  if (!succeeded) throw new CommandFailure();
};
