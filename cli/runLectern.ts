// Runs the command line inside of any process.
import { CommanderError } from 'commander';
import { createProgram } from './createProgram.ts';
import { CommandFailure, type Terminal } from './terminal/terminal.ts';

/**
 * @param args the command with its arguments and options, such as `types`, `check`
 * @returns the exit code
 */
export const runLectern = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed the help, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof CommandFailure) return 1;
    const { formatError } = await import('./terminal/formatError.ts');
    for (const line of formatError(error)) terminal.log(line);
    return 1;
  }
};
