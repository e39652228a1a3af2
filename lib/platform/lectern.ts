// What a project imports from `lectern`.
export { ApiError } from '../errors.ts';
export type { EventName } from './eventNames.ts';
export { defineConfig, type Settings, type SettingsInput } from './config/index.ts';
export {
  defineExtension,
  type AccessFilter,
  type AnyDocument,
  type Documents,
  type DocumentList,
  type DocumentsAccess,
  type DocumentsQuery,
  type EventHandler,
  type EventHandlers,
  type EventRequest,
  type Extension,
  type JsonSchema,
  type ProjectCaller,
  type ProjectEvent,
  type Register,
  type RouteDefinition,
  type RouteRequest,
  type TypeExtension,
  type UntypedDocuments,
  type WriteOperation,
} from './extensions/index.ts';
