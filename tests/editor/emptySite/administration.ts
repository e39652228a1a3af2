// What administrators do in a browser: roles, users and webhooks.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withStatus, type Receiver } from '../../events/relay/receiver.ts';
import { editorPassword, hasChromium, type EditorSite } from '../../setup/editor.ts';
import { findViolations } from '../axe.ts';
import { typeCredentials } from '../page.ts';

const visit = async (page: Page, screen: string): Promise<void> => {
  await page.getByRole('link', { name: screen, exact: true }).first().click();
  await page.getByRole('heading', { name: screen, level: 1, exact: true }).waitFor();
};

/** Opens a role from the list; the navigation may have a link of the same name. */
const openRole = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('region', { name: 'Roles' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
};

/** Answers the question that appears before changes are lost. */
const stay = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
};

export const testAdministration = (editor: EditorSite, receiver: Receiver): void => {
  const rolesOfApi = async (): Promise<readonly { readonly id: number; readonly name: string }[]> =>
    (await editor.api('GET', '/api/users-permissions/roles')).roles;

  const permissionsOf = async (name: string): Promise<unknown> => {
    const found = (await rolesOfApi()).find((role) => role.name === name);
    return (await editor.api('GET', `/api/users-permissions/roles/${String(found?.id)}`)).role.permissions;
  };

  describe.runIf(hasChromium)('the administration', () => {
    it('duplicates a role, with its conditions', async () => {
      const { page, errors } = await editor.show('/admin/roles');
      await openRole(page, 'Author');
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await page.getByRole('link', { name: 'Copy of Author', exact: true }).waitFor();
      expect(await permissionsOf('Copy of Author')).toEqual(await permissionsOf('Author'));
      expect(errors).toEqual([]);
    });

    it('begins with what a role is now, also after somebody else changed it', async () => {
      const { page, errors } = await editor.show('/admin/roles');
      const description = page.getByRole('textbox', { name: 'Description' });
      await openRole(page, 'Editor');
      await visit(page, 'Roles');
      const { id } = (await rolesOfApi()).find(({ name }) => name === 'Editor') ?? { id: 0 };
      await editor.api('PUT', `/api/users-permissions/roles/${id}`, { name: 'Editor', description: 'Of today' });
      await openRole(page, 'Editor');
      expect(await description.inputValue()).toBe('Of today');
      await visit(page, 'Users');
      expect(errors).toEqual([]);
    });

    it('leaves a screen after saving, also if its address ends with a slash', async () => {
      const { page, errors } = await editor.show('/admin/roles/new/');
      await page.getByRole('textbox', { name: 'Name' }).fill('Translator');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Roles', level: 1, exact: true }).waitFor();
      expect(errors).toEqual([]);
    });

    it('says whether people with a role can work here, and tells those who cannot', async () => {
      const { page, errors } = await editor.show('/admin/roles/new');
      const opens = page.getByRole('switch', { name: 'Opens the editor' });
      expect(await opens.isChecked()).toBe(true);
      await page.getByRole('textbox', { name: 'Name' }).fill('Reader');
      await page.getByRole('checkbox', { name: 'Everything with All types, also later ones' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await openRole(page, 'Reader');
      expect(await opens.isChecked()).toBe(true);
      const { id } = (await rolesOfApi()).find(({ name }) => name === 'Reader') ?? { id: 0 };
      const email = 'rita@example.org';
      const user = { email, username: 'Rita', password: editorPassword, confirmed: true, role: id };
      await editor.api('POST', '/api/users', user);
      const { page: otherPage } = await editor.open('/login', { role: null });
      await typeCredentials(otherPage, email);
      await otherPage.getByRole('heading', { name: 'Hello, Rita' }).waitFor();
      await opens.setChecked(false, { force: true });
      await page.getByText('People with this role cannot work here').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Roles', level: 1, exact: true }).waitFor();
      await otherPage.reload();
      await otherPage.getByRole('heading', { name: 'Your role does not open the editor' }).waitFor();
      await otherPage.getByText('You are logged in as Rita.').waitFor();
      expect(await findViolations(otherPage)).toEqual([]);
      await otherPage.getByRole('link', { name: 'Log out' }).click();
      await otherPage.getByRole('button', { name: 'Log in' }).waitFor();
      expect(errors).toEqual([]);
    });

    it('shows which permissions on each type those on all types include', async () => {
      const { page, errors } = await editor.show('/admin/roles/new');
      const cell = (name: string | RegExp) => page.getByRole('checkbox', { name, exact: true });
      const included = cell('Article: List. Included in “All types, also later ones”');
      await cell('Article: List').waitFor();
      await cell('All types, also later ones: List').check();
      await included.waitFor();
      expect([await included.isChecked(), await included.isDisabled()]).toEqual([true, true]);
      expect(await cell('Article: Change').isChecked()).toBe(false);
      await page.getByRole('button', { name: 'Each type' }).click();
      await included.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Each type' }).click();
      await cell('All types, also later ones: List').uncheck();
      await cell('Article: List').waitFor();
      expect(errors).toEqual([]);
    });

    it.each([
      { path: '/admin/users', name: 'Invite a user' },
      { path: '/admin/tokens', name: 'Create a token' },
      { path: '/releases', name: 'A new release' },
      { path: '/media', name: 'New folder' },
    ])('gives the focus back to “$name” when its dialog is closed', async ({ path, name }) => {
      const { page, errors } = await editor.show(path);
      await page.getByRole('button', { name }).first().press('Enter');
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.locator('button:focus').filter({ hasText: name }).waitFor();
      expect(errors).toEqual([]);
    });

    it('calls people invited until they have chosen a password', async () => {
      const { page, errors } = await editor.show('/admin/users');
      await page.getByRole('button', { name: 'Invite a user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite a user' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ines');
      await dialog.getByRole('textbox', { name: 'Email address' }).fill('ines@example.org');
      await dialog.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Author', exact: true }).click();
      await dialog.getByRole('button', { name: 'Invite a user' }).click();
      const link = await dialog.getByLabel('One-time link').inputValue();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.locator('button:focus').filter({ hasText: 'Invite a user' }).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'ines@example.org' });
      await row.getByText('invited').waitFor();

      const { page: otherPage } = await editor.open('/login', { role: null });
      await otherPage.goto(link);
      await otherPage.getByRole('heading', { level: 1, name: 'Your password for Lectern' }).waitFor();
      await otherPage.getByText('At least 8 characters').waitFor();
      expect(await otherPage.title()).toBe('Your password for Lectern · Lectern');
      await otherPage.getByRole('textbox', { name: 'New password' }).fill(editorPassword);
      await otherPage.getByRole('button', { name: 'Set password' }).click();
      await otherPage.getByRole('heading', { level: 1, name: 'Hello, Ines' }).waitFor();
      await page.reload();
      await row.getByRole('cell', { name: 'Ines ines@example.org', exact: true }).waitFor();
      expect(errors).toEqual([]);
    });

    it('speaks German to the last sentence, and writes dates as the browser’s region does', async () => {
      const { page, errors } = await editor.open('/admin/roles', {
        prepare: (opened) =>
          opened.addInitScript(() => {
            localStorage.setItem('lectern-language', 'de');
            Object.defineProperty(navigator, 'language', { get: () => 'de-AT' });
          }),
      });
      await page.getByRole('link', { name: 'Autoren', exact: true }).waitFor();
      await page.getByText('Schreibt und veröffentlicht eigene Inhalte.').first().waitFor();
      await page.getByRole('button', { name: /administrator.*Administration/ }).waitFor();
      await page.getByRole('link', { name: 'Neue Rolle' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Editor');
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByRole('alert').getByText('Eine Rolle mit diesem Namen gibt es schon.').waitFor();
      await page.getByRole('link', { name: 'Benutzer', exact: true }).click();
      await page.getByRole('button', { name: 'Verlassen' }).click();
      const now = new Intl.DateTimeFormat('de-AT', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
      await page.getByRole('row').filter({ hasText: 'author@example.org' }).getByText(now).waitFor();
      expect(errors).toEqual([]);
    });

    it('narrows the users to those of a role', async () => {
      const { page, errors } = await editor.show('/admin/users');
      const cell = (name: string) => page.getByRole('cell', { name });
      await cell('author@example.org').waitFor();
      await cell('administrator@example.org').waitFor();
      await page.getByRole('combobox', { name: 'Role', exact: true }).click();
      await page.getByRole('option', { name: 'Author', exact: true }).click();
      await cell('administrator@example.org').waitFor({ state: 'detached' });
      await cell('author@example.org').waitFor();
      expect(errors).toEqual([]);
    });

    it('changes the name and the permissions of a token, and keeps its key', async () => {
      const { page, errors } = await editor.show('/admin/tokens');
      await page.getByRole('button', { name: 'Create a token' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Site');
      await dialog.getByRole('button', { name: 'Create a token' }).click();
      const key = await dialog.getByLabel('Key').inputValue();
      await dialog.getByRole('button', { name: 'Close' }).click();
      const find = async (): Promise<number> => {
        const headers = { authorization: `Bearer ${key}` };
        return (await fetch(`${editor.url()}/api/articles?status=draft`, { headers })).status;
      };
      expect(await find()).toBe(403);

      const row = page.getByRole('row').filter({ hasText: 'Site' });
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Site with drafts');
      await dialog.getByRole('radio', { name: 'Custom' }).check();
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByRole('combobox', { name: 'Permissions' }).fill('article.find');
      await page.getByRole('option', { name: 'api::article.article.find', exact: true }).click();
      // The list of options stays open, and may cover the button.
      await page.keyboard.press('Tab');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'Site with drafts' }).waitFor();
      await page.getByRole('cell', { name: 'Custom', exact: true }).waitFor();
      expect(await find()).toBe(200);
      expect(errors).toEqual([]);
    });

    it('sends a test call to a webhook, says what the receiver answered, and asks before a change of it is lost', async () => {
      const { page, errors } = await editor.show('/admin/webhooks/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Search');
      await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      const send = page.getByRole('button', { name: 'Send a test call' });
      await send.click();
      await page.getByText(`${receiver.url} answered 200.`).waitFor();
      expect(receiver.calls.map(({ body }) => body.event)).toEqual(['trigger-test']);
      receiver.answerCall = withStatus(503);
      await send.click();
      await page.getByRole('alert').filter({ hasText: 'The receiver answered 503' }).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Search of the site');
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await stay(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Search of the site', level: 1 }).waitFor();
      await visit(page, 'Users');
      expect(errors).toEqual([]);
    });

    it('makes the condition of a role of the conditions of lists, asks before it is lost, and keeps other ones as JSON', async () => {
      const { page, errors } = await editor.show('/admin/roles/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Reviewer');
      const dialog = page.getByRole('dialog');
      const openCondition = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Condition of Article: List' }).click();
        await dialog.waitFor();
      };
      const filtersOf = async (): Promise<unknown> =>
        ((await permissionsOf('Reviewer')) as any)['api::article'].controllers.article.find.filters; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON
      await page.getByRole('checkbox', { name: 'Article: List', exact: true }).check();
      await openCondition();
      for (const [attribute, value] of [
        ['Title', 'Ink'],
        ['Reading minutes', '5'],
      ] as const) {
        await dialog.getByRole('button', { name: 'Add a condition' }).click();
        // An incomplete condition is not left out: the role would see more.
        expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
        const condition = dialog.getByRole('group', { name: 'Condition' }).last();
        await condition.getByRole('combobox', { name: 'Attribute' }).click();
        await page.getByRole('option', { name: attribute, exact: true }).click();
        await condition.getByRole('textbox', { name: 'Value' }).fill(value);
      }
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await stay(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const conditions = [{ title: { $containsi: 'Ink' } }, { readingMinutes: { $eq: '5' } }];
      expect(await filtersOf()).toEqual({ $and: conditions });

      await openRole(page, 'Reviewer');
      await openCondition();
      expect(await dialog.getByRole('combobox', { name: 'Attribute' }).first().inputValue()).toBe('Title');
      await dialog.getByText('JSON', { exact: true }).click();
      const json = dialog.getByRole('textbox', { name: 'Filter' });
      expect(JSON.parse(await json.inputValue())).toEqual({ $and: conditions });
      const nested = { $and: [{ $or: conditions }] };
      await json.fill(JSON.stringify(nested));
      expect(await dialog.getByRole('radio', { name: 'Conditions' }).isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(filtersOf).toEqual(nested);
      await openRole(page, 'Reviewer');
      await openCondition();
      expect(JSON.parse(await json.inputValue())).toEqual(nested);
      expect(errors).toEqual([]);
    });
  });
};
