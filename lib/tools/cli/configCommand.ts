// The command `lectern config check`.
import { configFile, readSettings } from '../../platform/config/index.ts';
import { formatFault } from '../../schema/index.ts';

/**
 * Prints the settings as JSON, or one line per fault, to stdout. The number of faults goes to stderr.
 *
 * @returns whether the configuration has no fault
 */
export const checkConfig = async (): Promise<boolean> => {
  const checked = await readSettings(process.env);
  if ('settings' in checked) {
    console.log(JSON.stringify(checked.settings, null, 2));
    return true;
  }
  const { faults } = checked;
  for (const fault of faults) console.log(formatFault(fault));
  console.error(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${configFile(process.env)}`);
  return false;
};
