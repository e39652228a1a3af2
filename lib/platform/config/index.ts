// Declares the settings and secrets of a site, and reads them from the configuration file and the environment.
export { checkCache } from './checkCache.ts';
export { configWith, defaultConfig, readConfig, type Config } from './config.ts';
export { defineConfig, type SettingsInput } from './defineConfig.ts';
export type { Settings } from './settingsSchema.ts';
export { applyDeployment } from './applyDeployment.ts';
export { withParameters } from './withParameters.ts';
export { configFile, readConfigText, readSettings } from './readSettings.ts';
export { checkRegisterFields } from './checkRegisterFields.ts';
export { checkTargets } from './checkTargets.ts';
export { checkUpload } from './checkUpload.ts';
export { readSecrets, requireTokenSecret, type Secrets } from './readSecrets.ts';
