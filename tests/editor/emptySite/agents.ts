// Agents in the editor: the consent page, the change set of what an agent writes, and its end in "My account".
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { memoryProvider } from '../../mcp/agentClients.ts';
import { redirectUri } from '../../mcp/oauth/site.ts';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { findViolations } from '../axe.ts';
import { button, dialog, notice, typeCredentials } from '../page.ts';

export const testAgents = (editor: EditorSite): void => {
  /** Begins a login as a client does that has no token. @returns the address that it sends the browser to, and how it goes on */
  const begin = async () => {
    const { provider, page } = memoryProvider();
    const connect = async (parameters?: URLSearchParams): Promise<Client> => {
      const client = new Client({ name: 'tests', version: '1' });
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(`${editor.url()}/mcp`), { authProvider: provider });
      if (parameters !== undefined) await transport().finishAuth(parameters);
      await client.connect(transport());
      return client;
    };
    await expect(connect()).rejects.toThrow();
    return { address: page().href, finish: connect };
  };

  /** What the browser brings back to the client once the person has answered. */
  const answer = async (page: Page, name: string): Promise<URLSearchParams> => {
    await page.route(`${redirectUri}*`, (route) => route.fulfill({ body: 'You can close this page.' }));
    await button(page, name).click();
    await page.waitForURL(`${redirectUri}*`);
    return new URL(page.url()).searchParams;
  };

  describe.runIf(hasChromium)('an agent', () => {
    it('is connected after a login, and a person publishes one of its drafts, discards the others and disconnects it', async () => {
      const { address, finish } = await begin();
      const { email } = editor.user('editor');
      const { page, errors } = await editor.open('/login', { role: null });
      await page.goto(address);
      await typeCredentials(page, email);
      await page.getByRole('heading', { level: 1, name: 'Connect “SDK”?' }).waitFor();
      await page.getByText('Nobody has checked the name').waitFor();
      await page.getByText('Your browser then goes to a program on this computer.').waitFor();
      const scopes = page.getByRole('checkbox');
      expect(await Promise.all((await scopes.all()).map((one) => one.isChecked()))).toEqual([true, false]);
      expect(await findViolations(page)).toEqual([]);
      const client = await finish(await answer(page, 'Allow'));
      for (const title of ['Oak', 'Elm', 'Fir']) {
        const data = { title: `${title} of the agent`, slug: title.toLowerCase() };
        await client.callTool({ name: 'create_document', arguments: { type: 'articles', data } });
      }
      await page.goto(`${editor.url()}/editor/releases`);
      const row = page.getByRole('row').filter({ hasText: 'SDK' });
      await row.getByText('Agent', { exact: true }).waitFor();
      await row.getByRole('link').click();
      const documents = page.getByRole('region', { name: 'Articles' }).getByRole('listitem');
      await expect.poll(() => documents.count()).toBe(3);
      await page.getByText('SDK · editor', { exact: true }).waitFor();
      await page.getByRole('checkbox', { name: 'Select Elm of the agent' }).check();
      await page.getByText('1 of 3 selected').waitFor();
      const [{ documentId }] = (await editor.api('GET', '/api/articles?filters[slug]=elm&status=draft')).data;
      const since = { type: 'articles', documentId, data: { title: 'Elm again of the agent' } };
      await client.callTool({ name: 'update_document', arguments: since });
      const publish = async (): Promise<void> => {
        await button(page, 'Publish selected').click();
        await dialog(page).getByRole('button', { name: 'Publish selected' }).click();
      };
      await publish();
      await notice(page, 'The release has changed meanwhile: read it again').waitFor();
      await page.getByRole('checkbox', { name: 'Select Elm again of the agent', checked: true }).waitFor();
      await publish();
      await notice(page, '1 document is published.').waitFor();
      await expect.poll(() => documents.count()).toBe(2);
      await button(page, 'Discard all').click();
      await dialog(page).getByText('2 new documents go to the trash.').waitFor();
      await dialog(page).getByRole('button', { name: 'Discard all' }).click();
      await notice(page, '2 documents are discarded.').waitFor();
      await page.getByText('No documents', { exact: true }).waitFor();
      const titles = async (status: string): Promise<readonly string[]> =>
        (await editor.api('GET', `/api/articles?filters[title][$endsWith]=of the agent&status=${status}`)).data.map(
          ({ title }: { readonly title: string }) => title,
        );
      expect([await titles('draft'), await titles('published')]).toEqual([
        ['Elm again of the agent'],
        ['Elm again of the agent'],
      ]);
      await page.goto(`${editor.url()}/editor/account`);
      const access = page.getByRole('listitem').filter({ hasText: 'SDK' });
      await access.getByText('Agent', { exact: true }).waitFor();
      await access.getByText(/Read and write drafts, comments and files · Last active/).waitFor();
      await button(page, 'End access: SDK').click();
      await access.waitFor({ state: 'detached' });
      await expect(client.callTool({ name: 'list_types', arguments: {} })).rejects.toThrow();
      expect(errors).toEqual([]);
    });

    it('learns when a person refuses, and gets no browser for a request that is wrong', async () => {
      const { address } = await begin();
      const { page, errors } = await editor.open('/login', { role: 'author' });
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: 'Connect “SDK”?' }).waitFor();
      const parameters = await answer(page, 'Cancel');
      expect([parameters.get('error'), parameters.get('state')]).toEqual(['access_denied', 'a state']);
      for (const [name, value] of [
        ['redirect_uri', 'https://example.org/steal'],
        ['client_id', 'unknown'],
      ] as const) {
        const changed = new URL(address);
        changed.searchParams.set(name, value);
        await page.goto(changed.href);
        await page.getByRole('main').getByRole('alert').waitFor();
        expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
        expect(new URL(page.url()).pathname).toBe('/editor/authorize');
      }
      expect(errors).toEqual([]);
    });
  });
};
