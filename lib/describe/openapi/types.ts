// What a description of the API is made of and from.
import type { Config } from '../../platform/config/index.ts';
import type { DocumentAction } from '../../api/http/index.ts';
import type { ContentType, JsonObject, Schema } from '../../schema/index.ts';
import type { Names } from './names.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = JsonObject;

/** Documents as they are read, populated, by the uid of their type. */
export type Examples = ReadonlyMap<string, JsonObject>;

export interface Context {
  readonly schema: Schema;
  readonly config: Config;
  readonly names: Names;
}

/** OpenAPI's Reference Object: stands for a component. */
export interface Reference {
  readonly $ref: string;
}

/** A route below `/api/{contentType}`, of one type. */
export interface OfType {
  readonly type: ContentType;
  /** Where the path names one. */
  readonly action: DocumentAction | undefined;
}

/** A status that a request is refused with. */
export type Refusal = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 412 | 413 | 422 | 429 | 503;

/** An answer: what it says, and its body where it has one. */
export interface Answered {
  readonly description: string;
  /** By media type. */
  readonly content?: JsonObject;
  readonly headers?: JsonObject;
  /** What can be asked next, about what was made. */
  readonly links?: JsonObject;
}

/** What is told of one route. */
export interface Described {
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Whose credentials it takes: those of a caller, who may have none; the owner's; nobody's. */
  readonly asks: 'caller' | 'owner' | 'nobody';
  readonly parameters?: readonly (JsonObject | Reference)[];
  /** OpenAPI's Request Body Object, or a reference to one. */
  readonly body?: JsonObject | Reference;
  readonly answers: Readonly<Record<number, Answered | Reference>>;
  /** Beside those that come with credentials, a body or a database. */
  readonly refusals?: readonly Refusal[];
}

/** The same without what the table of routes declares. */
export type DescribedRoute = Omit<Described, 'summary' | 'asks'>;
