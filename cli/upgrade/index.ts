// `lectern upgrade`: what an upgrade of Lectern changes, and what a database needs for it.
export { applyUpgrade, isDone, pendingFiles, planUpgrade, type UpgradePlan } from './planUpgrade.ts';
export { isVersion } from './changelog.ts';
