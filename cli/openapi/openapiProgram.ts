// Declares `lectern openapi` with its options and help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenApiOptions } from './openapiCommand.ts';

/** @param program `lectern` */
export const addOpenApiCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('openapi')
    .description('prints the OpenAPI 3.1 description that /openapi.json answers')
    .option('--out <file>', 'writes the description to a file')
    .option('--examples', 'includes public documents of the database as examples')
    .action(async (options: OpenApiOptions) => {
      const { printOpenApi } = await import('./openapiCommand.ts');
      await printOpenApi(terminal, options);
    });
};
