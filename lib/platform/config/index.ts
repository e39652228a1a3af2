// Declares the settings and secrets of a site, and reads them from the configuration file and the environment.
export {
  checkCache,
  checkPasskeyDomain,
  checkPurge,
  checkRegisterFields,
  checkSearch,
  checkSignIn,
  checkTargets,
  checkUpload,
} from './settingsChecks.ts';
export { linkTemplates } from './linkTemplates.ts';
export { configWith, defaultConfig, readConfig, type Config, defineConfig, type SettingsInput } from './config.ts';
export type { Settings } from './settingsSchema.ts';
export { apiAddress } from './apiAddress.ts';
export { applyDeployment } from './applyDeployment.ts';
export { withParameters } from './withParameters.ts';
export { configFile, readConfigText, readSettings } from './readSettings.ts';
export { readMetricsToken, readSecrets, requireTokenSecret, type Secrets } from './readSecrets.ts';
