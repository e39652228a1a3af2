// Describes the commands that `bin/lectern.js` runs without the command line, because they build or start programs.
import type { Command } from 'commander';
import { scriptOptions } from '../bin/scriptOptions.js';

const descriptions: Readonly<Record<string, string>> = {
  dev: 'serves the project with its own MongoDB, and again after each change',
  start: 'serves the project; needs MONGODB_URI and the secrets in the environment',
  build: 'builds the extensions and writes the types of the project, both into .lectern/',
  offline: 'serves the Lambda functions on this machine, with its own MongoDB; needs osls and serverless-offline',
  package: 'packages the Lambda functions; takes the options of `serverless package`; needs osls',
  deploy: 'deploys the project to AWS; takes the options of `serverless deploy`; needs osls',
};

/** @param program `lectern` */
export const addScriptCommands = (program: Command): void => {
  for (const [name, description] of Object.entries(descriptions)) {
    const command = program.command(name).description(description);
    if (scriptOptions.get(name)?.port !== undefined)
      command.option('--port <number>', 'the port to listen at (default: PORT, or 3000)');
    if (scriptOptions.get(name)?.workers !== undefined)
      command.option(
        '--workers [number]',
        'the number of processes; without one, the cores that it may use (default: LECTERN_WORKERS, or no processes of its own)',
      );
  }
};
