// The packages of a project, in the versions that Lectern is tested with.
export { developmentPackages, projectLock, scriptsIn, type Lock, type Manifest } from './projectLock.ts';
export { planPackages, type PackagesPlan } from './planPackages.ts';
