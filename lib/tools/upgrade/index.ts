// `lectern upgrade`: what an upgrade of Lectern changes, and what a database needs for it.
export { applyUpgrade } from './applyUpgrade.ts';
export { changesBetween, compareVersions, isVersion, parseChangelog } from './changelog.ts';
export { isDone, planUpgrade, type DatabaseNeeds, type UpgradePlan } from './planUpgrade.ts';
