// The command `lectern config check`.
import { configFile, readSettings } from '../../lib/platform/config/index.ts';
import { formatFault } from '../../lib/schema/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Prints the settings as JSON, or one line per fault, to stdout. The number of faults goes to stderr.
 *
 * @returns whether the configuration has no fault
 */
export const checkConfig = async (terminal: Terminal): Promise<boolean> => {
  const checked = await readSettings(terminal.env);
  if ('settings' in checked) {
    terminal.print(JSON.stringify(checked.settings, null, 2));
    return true;
  }
  const { faults } = checked;
  for (const fault of faults) terminal.print(formatFault(fault));
  terminal.log(`${formatCount(faults.length, 'fault')} in ${configFile(terminal.env)}`);
  return false;
};
