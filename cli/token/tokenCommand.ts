// The commands `lectern token …`.
import { dayMs } from '../../lib/platform/dayMs.ts';
import type { TokenType } from '../../lib/platform/tokenTypes.ts';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { createToken, listTokens, readNewToken, revokeToken, type Token } from '../../lib/accounts/tokens/index.ts';
import { formatTable } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface TokenOptions {
  readonly name: string;
  readonly type: TokenType;
  readonly description?: string;
  /** Days. */
  readonly lifespan?: number;
  /** Names of permissions, in full or short. */
  readonly allow?: readonly string[];
}

/**
 * Creates a token and prints it and nothing else.
 *
 * @throws Error when --allow is missing for a custom token or given for another type
 */
export const createNamedToken = (
  terminal: Terminal,
  { name, type, description, lifespan, allow }: TokenOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    if (type === 'custom' && allow === undefined)
      throw new Error('A custom token needs permissions: --allow article.find article.findOne');
    if (type !== 'custom' && allow !== undefined)
      throw new Error(`--allow is only for --type custom: the permissions of ${type} tokens are fixed`);
    const body = {
      ...{ name, type, description },
      permissions: allow,
      lifespan: lifespan === undefined ? null : lifespan * dayMs,
    };
    const newToken = readNewToken(body, service);
    await prepareIndexes(await service.database.get(), service.schema);
    terminal.print((await createToken(service, newToken)).accessKey);
  });

const titles = ['ID', 'NAME', 'TYPE', 'CREATED', 'LAST USED', 'EXPIRES'];

const formatDay = (date: Date): string => date.toISOString().slice(0, 10);

const formatMinute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const rowOf = ({ id, name, type, createdAt, lastUsedAt, expiresAt }: Token, now: Date): readonly string[] => [
  String(id),
  name,
  type,
  formatDay(createdAt),
  lastUsedAt === null ? 'never' : formatMinute(lastUsedAt),
  expiresAt === null ? 'never' : `${formatMinute(expiresAt)}${expiresAt <= now ? ' (expired)' : ''}`,
];

/** Prints the tokens, times in UTC: as a table on a terminal, else as one tab-separated line per token, or as JSON. */
export const printTokens = (terminal: Terminal, { json }: { readonly json?: true }): Promise<void> =>
  withService(terminal, async (service) => {
    const tokens = await listTokens(service);
    if (json === true) {
      terminal.print(JSON.stringify(tokens, null, 2));
      return;
    }
    if (tokens.length === 0) terminal.log('There are no tokens: `lectern token create` creates one');
    const rows = tokens.map((token) => rowOf(token, service.now()));
    for (const line of tokens.length === 0 ? [] : formatTable(titles, rows, terminal.isTTY)) terminal.print(line);
  });

/**
 * @param nameOrId the name or the id of a token; a name is never a number
 * @throws Error when there is no such token
 */
export const revokeNamedToken = (terminal: Terminal, nameOrId: string): Promise<void> =>
  withService(terminal, async (service) => {
    const tokens = await listTokens(service);
    const found = tokens.find(({ id, name }) => name === nameOrId || String(id) === nameOrId);
    if (found === undefined)
      throw new Error(`There is no token "${nameOrId}": \`lectern token list\` prints all tokens`);
    const { id, name } = await revokeToken(service, found.id);
    terminal.log(`Revoked "${name}" (${id}): within ten seconds all servers refuse it`);
  });
