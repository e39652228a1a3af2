// @ts-check
// The CloudFormation resources beside the functions and the gateway, and the environment of the functions.
import { alarmResources } from './alarms.js';
import { backgroundResources } from './background.js';
import { readEditorSettings, readWebSettings } from './configuration.js';
import { addressOf, edgeResources } from './edge.js';
import { edgeParameters } from './edgeSecret.js';
import { editorAtEdge } from './editor.js';
import { mediaResources } from './media.js';
import { logGroupResources, roleResources } from './roles.js';
import { secretVariables } from './secrets.js';
import { deployedFunctions } from './routes.js';
import { readStage, sub, uploadsPrefix } from './stage.js';
import { webResources } from './web.js';

/** @param {import('./stage.js').Variables} variables */
export const resources = async (variables) => {
  const stage = await readStage(variables);
  const names = await deployedFunctions();
  const roles = readWebSettings() === undefined ? names : [...names, 'web'];
  return {
    Parameters: edgeParameters(stage),
    Resources: {
      ...logGroupResources(roles, stage),
      ...roleResources(roles, stage),
      ...mediaResources(stage),
      ...edgeResources(stage, await editorAtEdge(stage)),
      ...backgroundResources(stage),
      ...alarmResources(names, stage),
      ...webResources(stage, environmentOf(stage)),
    },
    // Resources that the framework makes.
    extensions: {
      HttpApiStage: {
        Properties: {
          DefaultRouteSettings: {
            ...{ ThrottlingRateLimit: stage.throttle.rate, ThrottlingBurstLimit: stage.throttle.burst },
          },
        },
      },
    },
    Outputs: {
      Address: { Description: 'The address of the site', Value: addressOf(stage) },
      MediaBucket: { Description: 'The bucket of uploaded files', Value: { Ref: 'Media' } },
    },
  };
};

/** The environment of each function. @param {import('./stage.js').Stage} stage */
export const environmentOf = (stage) => ({
  ...secretVariables(stage),
  LECTERN_UPLOADS_BUCKET: sub(stage.bucket),
  LECTERN_UPLOADS_PREFIX: uploadsPrefix,
  LECTERN_UPLOADS_URL: addressOf(stage),
  LECTERN_EDGE_SECONDS: String(stage.edgeSeconds),
  // For purges, and so that CloudFront sends its secret before functions require it.
  LECTERN_DISTRIBUTION: { Ref: 'Edge' },
  ...(readEditorSettings().enabled ? { LECTERN_EDITOR_URL: addressOf(stage, '/editor') } : {}),
});
