// What a project imports from `lectern`.
export { ApiError } from '../errors.ts';
export {
  defineExtension,
  type AccessFilter,
  type AnyDocument,
  type Documents,
  type DocumentList,
  type DocumentsAccess,
  type DocumentsQuery,
  type EventHandler,
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
