// What a command gets from its process, and where its output goes.

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Prints a line to stdout: output for scripts. */
  readonly print: (line: string) => void;
  /** Prints a line to stderr: everything else. */
  readonly log: (line: string) => void;
  /** Whether people read stdout. */
  readonly isTTY: boolean;
  /** Prints a question and resolves to the answer; undefined: nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

export class CommandFailure extends Error {}

/** @throws CommandFailure if the command found faults, or did not finish what it was to do */
export const failUnless = (succeeded: boolean): void => {
  if (!succeeded) throw new CommandFailure();
};
