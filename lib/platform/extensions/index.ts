// Project code: what the files of `extensions/` define, and how Lectern calls it.
export { callProjectCode, callProjectFunction, ProjectCodeError } from './callProjectCode.ts';
export { compileExtensions, type Extensions, type FromFile, extendsTypes, hasWriteHooks } from './compile.ts';
export { defineExtension, type Extension, type TypeExtension } from './defineExtension.ts';
export { loadExtensions } from './load.ts';
export { withComputed } from './withComputed.ts';
export type {
  AnyDocument,
  Documents,
  DocumentList,
  DocumentsAccess,
  DocumentsQuery,
  SystemDocuments,
  UntypedDocuments,
} from './documents.ts';
export type { EventHandler, EventHandlers, EventRequest, ProjectEvent } from './events.ts';
export type { HooksOf, HookWrite, ProjectCaller, WriteOperation } from './hooks.ts';
export type { AccessFilter } from './reads.ts';
export type { Register } from './register.ts';
export type { FromSchema, JsonSchema } from '../../schema/index.ts';
export { projectPaths, projectRoutes, type ProjectPath, type ProjectRoute } from './projectRoutes.ts';
export {
  answer,
  defineRoute,
  isRouteAnswer,
  type ParamsOf,
  type RouteAnswer,
  type RouteDefinition,
  type RouteRequest,
} from './routes.ts';
