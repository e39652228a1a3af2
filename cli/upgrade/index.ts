// `lectern upgrade`: what an upgrade of Lectern changes, and what a database needs for it.
export { applyUpgrade } from './applyUpgrade.ts';
export { isVersion } from './changelog.ts';
export { isDone, pendingFiles, planUpgrade, type UpgradePlan } from './planUpgrade.ts';
