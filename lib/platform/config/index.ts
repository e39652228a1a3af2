// The figures that Lectern works by: what can be configured, its defaults, and the file that changes them.
export { checkCache } from './cache.ts';
export { defaultConfig, readConfig, type Config } from './config.ts';
export type { Settings } from './definition.ts';
export { deployed } from './deployed.ts';
export { withParameters } from './parameters.ts';
export { configFile, readSettings } from './read.ts';
export { registerFields } from './registerFields.ts';
export { checkUpload } from './upload.ts';
export { readSecrets, tokenSecretOf, type Secrets } from './secrets.ts';
