// What agents read before they begin takes few tokens, and says what it leaves out; docs/internals/agents.md has the numbers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer';
import { format, type FormatConfig } from 'oxfmt';
import { expect, it } from 'vitest';
import { toolList } from '../../lib/mcp/answerMcp.ts';
import { describeType, listTypes } from '../../lib/mcp/describeTypes.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { schemaOf } from '../setup/schema.ts';
import { largeSite } from './largeSite.ts';

const page = join(import.meta.dirname, '../../docs/internals/agents.md');
const counts = [3, 60, 150];

const listsOf = (count: number) => {
  const service = { schema: schemaOf(largeSite(count)) } as Service; // only its schema is read
  return { list: listTypes(service, administrator), one: describeType(service, administrator, 'products-1') };
};

/** @returns the tokens of a result, whose mark is random */
const tokensOf = (result: string): number => {
  const [, mark = ''] = /"end":"([\w-]+)"\}$/.exec(result) ?? [];
  return countTokens(result.replaceAll(mark, 'marked'));
};

const lists = new Map(counts.map((count) => [count, listsOf(count)]));

const number = (value: number): string => value.toLocaleString('en-US');

it('docs/internals/agents.md has their numbers', async () => {
  const [before = '', , after = ''] = readFileSync(page, 'utf8').split(/(?<=<!-- tokens -->\n\n)((?:\|.*\n)*)/);
  const tools = countTokens(JSON.stringify(toolList));
  const rows = [...lists].map(([count, { list, one }]) => {
    const { leftOut = '' } = JSON.parse(list) as { leftOut?: string };
    const tokens = [tools, tokensOf(list), tokensOf(one)].map(number);
    return `| ${count} | ${tokens.join(' | ')} | ${leftOut.split(':')[0] ?? ''} |`;
  });
  const head =
    '| types | descriptions of tools | `list_types` | `list_types` of one type | left out |\n| --: | --: | --: | --: | --- |';
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code } = await format(page, `${before}${head}\n${rows.join('\n')}\n${after}`, options);
  await expect(code).toMatchFileSnapshot(page);
});

it('docs/agents.md says how many tokens the descriptions have', () => {
  const tokens = number(countTokens(JSON.stringify(toolList)));
  expect(readFileSync('docs/agents.md', 'utf8')).toContain(`The descriptions of all tools have ${tokens} tokens`);
});

it.each(counts)('with %i types, a list names every type, in at most 24,000 characters', (count) => {
  const { list = '' } = lists.get(count) ?? {};
  expect(list.length).toBeLessThanOrEqual(24_000);
  const names = (JSON.parse(list) as { items: readonly (string | { type: string })[] }).items.map((item) =>
    typeof item === 'string' ? item : item.type,
  );
  expect(names.toSorted()).toEqual(Array.from({ length: count }, (_, index) => `products-${index}`).toSorted());
});

it('1,000 types are named without what may be done, and the list says so', () => {
  const { list } = listsOf(1_000);
  expect(list.length).toBeLessThanOrEqual(24_000);
  expect(JSON.parse(list)).toMatchObject({ leftOut: expect.stringMatching(/name one as type/) });
});
