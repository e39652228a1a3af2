// lectern types …
import { indexLimitFaults } from '../db/index.ts';
import { contentTypesFolder } from '../site.ts';
import { buildSchema, formatFault, readFolder } from '../schema/index.ts';

/**
 * Prints a line a fault to stdout; warnings and the count go to stderr.
 *
 * @returns whether there is no fault
 */
export const checkTypes = async (): Promise<boolean> => {
  const folder = contentTypesFolder(process.env);
  const { schema, faults: found, warnings } = buildSchema(await readFolder(folder));
  const faults = schema === undefined ? found : indexLimitFaults(schema);
  for (const warning of warnings) console.error(`warning: ${formatFault(warning)}`);
  for (const fault of faults) console.log(formatFault(fault));
  console.error(
    faults.length > 0
      ? `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${folder}`
      : `${folder} is fine: ${schema?.served.size ?? 0} content types, ${schema?.components.size ?? 0} components`,
  );
  return faults.length === 0;
};
