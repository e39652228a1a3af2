// What project code does after a write.
import type { Documents } from './documents.ts';

/** An event, as the body of a webhook has it. */
export interface ProjectEvent {
  /** The same for each repetition. */
  readonly id: string;
  readonly event: string;
  readonly createdAt: string;
  readonly uid: string;
}

export interface EventRequest {
  readonly event: ProjectEvent;
  /** The document as in the body of a webhook. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly documents: { readonly asSystem: Documents };
}

/** @throws anything: the event is delivered again later */
export type EventHandler = (request: EventRequest) => void | Promise<void>;
