// Declares the settings and secrets of a site, and reads them from the configuration file and the environment.
export { checkCache } from './cache.ts';
export { defaultConfig, readConfig, type Config } from './config.ts';
export type { Settings } from './definition.ts';
export { deployed } from './deployed.ts';
export { withParameters } from './parameters.ts';
export { configFile, readSettings } from './read.ts';
export { registerFields } from './registerFields.ts';
export { checkUpload } from './upload.ts';
export { readSecrets, tokenSecretOf, type Secrets } from './secrets.ts';
