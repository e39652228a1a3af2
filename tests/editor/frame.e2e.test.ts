// The page of the editor under its Content-Security-Policy, in a browser.
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor();

describe.runIf(hasChromium)('the frame', () => {
  it('asks for a password at every address', async () => {
    const { page, errors } = await editor.open('/content/articles', { role: null });
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/editor/login');
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
    await page.screenshot({ path: '/tmp/a4-login.png' });
  });
});
