// The command `lectern openapi`.
import { writeFile } from 'node:fs/promises';
import { contentRoutes, fixedRoutes } from '../../lib/api/http/routes/index.ts';
import { examplesFor, buildOpenApi } from '../../lib/describe/openapi/index.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface OpenApiOptions {
  /** The file to write; stdout if undefined. */
  readonly out?: string;
  /** Whether the examples are documents of the database that the public may read. */
  readonly examples?: boolean;
}

const routes = { fixed: fixedRoutes, ofTypes: contentRoutes };

/** Prints the OpenAPI description, or writes it to a file. Without examples it needs no database. */
export const printOpenApi = async (terminal: Terminal, { out, examples = false }: OpenApiOptions): Promise<void> => {
  const write = async (description: object): Promise<void> => {
    const text = JSON.stringify(description, null, 2);
    if (out === undefined) terminal.print(text);
    else await writeFile(out, `${text}\n`);
  };
  if (!examples) {
    const site = await siteOf(terminal.env);
    checkSite(site);
    await write(buildOpenApi({ ...site, routes }));
    return;
  }
  await withService(terminal, async (service) => {
    const everyone = await service.access.identify(undefined);
    await write(buildOpenApi({ ...service, routes }, await examplesFor(service, everyone)));
  });
};
