// Checks the targets of events.
import { didYouMean, type Schema } from '../../schema/index.ts';
import type { Settings } from './settingsSchema.ts';

/** A name is part of paths and of the ids of deliveries. */
const nameForm = /^[\w-]{1,40}$/;

/** @throws Error for an invalid name, for a target with several addresses or none, and for an unknown content type */
export const checkTargets = ({ targets }: Settings['events'], { served }: Schema): void => {
  const uids = [...served.values()].map(({ uid }) => uid);
  for (const [name, { queueUrl, topicArn, bus, types }] of Object.entries(targets)) {
    if (!nameForm.test(name))
      throw new Error(`events.targets: write a name of up to 40 letters, digits and hyphens, not "${name}"`);
    if ([queueUrl, topicArn, bus].filter((address) => address !== '').length !== 1)
      throw new Error(`events.targets.${name}: write one of queueUrl, topicArn and bus`);
    for (const uid of types.filter((one) => !uids.includes(one)))
      throw new Error(`events.targets.${name}.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
  }
};
