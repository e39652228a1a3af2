// @ts-check
// What is deployed beside the functions and the gateway, and what every function is told of it.
import { functionNames } from '../bin/build.js';
import { alarmResources } from './alarms.js';
import { backgroundResources } from './background.js';
import { addressOf, edgeResources } from './edge.js';
import { mediaResources } from './media.js';
import { roleResources } from './roles.js';
import { secretVariables } from './secrets.js';
import { stageOf, sub, uploadsPrefix } from './stage.js';

/** @param {import('./stage.js').Variables} variables */
export const resources = async (variables) => {
  const stage = await stageOf(variables);
  const names = functionNames();
  return {
    Resources: {
      ...roleResources(names, stage),
      ...mediaResources(stage),
      ...edgeResources(stage),
      ...backgroundResources(stage),
      ...alarmResources(stage),
    },
    Outputs: {
      Address: { Description: 'Where the site is seen', Value: addressOf(stage) },
      MediaBucket: { Description: 'Where files are stored', Value: { Ref: 'Media' } },
    },
  };
};

/** @param {import('./stage.js').Variables} variables */
export const environment = async (variables) => {
  const stage = await stageOf(variables);
  return {
    ...secretVariables(stage),
    LECTERN_UPLOADS_BUCKET: sub(stage.bucket),
    LECTERN_UPLOADS_PREFIX: uploadsPrefix,
    LECTERN_UPLOADS_URL: addressOf(stage),
  };
};
