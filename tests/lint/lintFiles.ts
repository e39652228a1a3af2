// Runs one of our lint rules on files that a test writes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly message: string }[];
}

/**
 * @param rule `names/plain`: the rule `plain` of lint/names.js
 * @param files code by the name of its file
 * @returns the messages by the name of the file
 */
export const lintFiles = (rule: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> => {
  const [plugin = ''] = rule.split('/');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lint-'));
  try {
    const config = join(folder, 'oxlint.json');
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [{ name: plugin, specifier: resolve(`lint/${plugin}.js`) }],
        categories: { correctness: 'off' },
        // With errors, Oxlint would end with exit code 1.
        rules: { [rule]: 'warn' },
      }),
    );
    const checked = join(folder, 'files');
    mkdirSync(checked);
    for (const [name, code] of files) writeFileSync(join(checked, name), code);
    const oxlint = resolve('node_modules/oxlint/bin/oxlint');
    const output = execFileSync(process.execPath, [oxlint, '--config', config, '--format', 'json', checked], {
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(output) as Report;
    const messagesOf = (name: string) =>
      diagnostics.filter(({ filename }) => basename(filename) === name).map(({ message }) => message);
    return new Map([...files.keys()].map((name) => [name, messagesOf(name)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
