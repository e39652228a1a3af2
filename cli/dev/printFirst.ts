// What `lectern dev` prints when its server answers for the first time.
import type { DevEditor } from './devEditor.ts';
import type { FirstRun } from './firstRun.ts';

/** What happens before the first start of the server. */
export interface First {
  readonly run: FirstRun | undefined;
  readonly editor: DevEditor | undefined;
}

const printFirstRun = (url: string, { token, paths }: FirstRun): void => {
  console.log('\nThis is the first run. A full-access token, shown only once:\n');
  console.log(`  ${token}\n\nRequests to try:\n`);
  for (const path of paths) console.log(`  curl -g -H 'Authorization: Bearer ${token}' '${url}${path}'`);
  console.log('');
};

const printEditor = (url: string, { account }: DevEditor): void => {
  const login =
    account === undefined
      ? 'Make yourself an account: `lectern user create --email you@example.org --role administrator`'
      : `Log in as ${account.email}, password: ${account.password ?? 'the one that you have set'}`;
  console.log(`\nThe editor: ${url}/editor/\n  ${login}\n`);
};

/** @param first undefined after the first start */
export const printFirst = (url: string, first: First | undefined): void => {
  if (first?.run !== undefined) printFirstRun(url, first.run);
  if (first?.editor !== undefined) printEditor(url, first.editor);
};
