// What a project imports from `lectern`.
export { ApiError } from '../errors.ts';
export type { EventName } from './eventNames.ts';
export type { Mail, Mailer } from './mail/index.ts';
export { defineConfig, type Settings, type SettingsInput } from './config/index.ts';
export {
  answer,
  defineExtension,
  defineRoute,
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
  type FromSchema,
  type JsonSchema,
  type ParamsOf,
  type ProjectCaller,
  type ProjectEvent,
  type Register,
  type RouteAnswer,
  type RouteDefinition,
  type RouteRequest,
  type TypeExtension,
  type UntypedDocuments,
  type WriteOperation,
} from './extensions/index.ts';
