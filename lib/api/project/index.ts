// Routes of project code: checked when a site is loaded, and answered.
export { answerRoute } from './answerRoute.ts';
export { contentPaths, checkProjectRoutes } from './checkProjectRoutes.ts';
export { standaloneBodies } from './standaloneBodies.ts';
