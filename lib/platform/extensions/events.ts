// What project code does after a write.
import type { EventName } from '../eventNames.ts';
import type { Mailer } from '../mail/index.ts';
import type { AnyDocument, SystemDocuments } from './documents.ts';

export interface ProjectEvent<Name extends EventName = EventName> {
  /** The same for each repetition. */
  readonly id: string;
  readonly name: Name;
  /** When it happened, in ISO 8601. */
  readonly createdAt: string;
  /** The uid and the singular name of the content type. */
  readonly uid: string;
  readonly model: string;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

export interface EventRequest<Name extends EventName = EventName> {
  readonly event: ProjectEvent<Name>;
  /** The document or the file as the body of a webhook has it. */
  readonly document: Readonly<AnyDocument>;
  readonly documents: SystemDocuments;
  /** Sends mails through the transport of the configuration. A repeated event sends them again. */
  readonly mail: Mailer;
  /** Aborts when the handler's time is over: pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/** If it throws, it gets the event again later. */
export type EventHandler<Name extends EventName = EventName> = (request: EventRequest<Name>) => unknown;

/** A handler for each event that an extension wants. */
export type EventHandlers = { readonly [Name in EventName]?: EventHandler<Name> };
