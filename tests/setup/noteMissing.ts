// Notes what this machine lacks. The tests that need it are skipped, which no count of passes and failures shows.
import { appendFileSync } from 'node:fs';

/**
 * Warns that tests are skipped; .ci/run shows it again at its end.
 *
 * @param text what is missing
 */
export const noteMissing = (text: string): void => {
  console.warn(text);
  const file = process.env.LECTERN_TEST_MISSING;
  if (file !== undefined) appendFileSync(file, `${text}\n`);
};
