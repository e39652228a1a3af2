// Declares the types that the description of the API is built from.
import type { Config } from '../../platform/config/index.ts';
import type { DocumentAction } from '../../api/http/index.ts';
import type { ContentType, JsonObject, Schema } from '../../schema/index.ts';
import type { Names } from './assignNames.ts';

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type SchemaObject = JsonObject;

/** An example document of each type in the form of an answer, by uid. */
export type Examples = ReadonlyMap<string, JsonObject>;

export interface Context {
  readonly schema: Schema;
  readonly config: Config;
  readonly names: Names;
}

/** OpenAPI's Reference Object: refers to a component. */
export interface Reference {
  readonly $ref: string;
}

/** What distinguishes the routes of one content type. */
export interface TypeRoute {
  readonly type: ContentType;
  /** The action in the path, if the route has one. */
  readonly action: DocumentAction | undefined;
}

/** An error status. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 503;

/** OpenAPI's Response Object. */
export interface ResponseObject {
  readonly description: string;
  /** The body by media type. */
  readonly content?: JsonObject;
  readonly headers?: JsonObject;
  /** Operations that can follow, on the created object. */
  readonly links?: JsonObject;
}

/** The description of one route. */
export interface RouteDescription {
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** The credentials: those of a caller (or none), the JWT of a user or the owner token, or never any. */
  readonly credentials: 'caller' | 'administration' | 'nobody';
  readonly parameters?: readonly (JsonObject | Reference)[];
  /** OpenAPI's Request Body Object, or a reference to one. */
  readonly body?: JsonObject | Reference;
  readonly answers: Readonly<Record<number, ResponseObject | Reference>>;
  /** Error statuses beside those of credentials, body and database. */
  readonly errorStatuses?: readonly ErrorStatus[];
}

/** The same without what the table of routes declares. */
export type DescribedRoute = Omit<RouteDescription, 'summary' | 'credentials'>;
