// What a file in `extensions/` exports.
import type { EventHandlers } from './events.ts';
import type { HooksOf } from './hooks.ts';
import type { ReadsOf } from './reads.ts';
import type { Uid } from './register.ts';
import type { RouteDefinition } from './routes.ts';

/** What project code adds to a content type. */
export interface TypeExtension<U extends Uid = Uid> extends HooksOf<U>, ReadsOf<U> {}

export interface Extension {
  /** By the uid of a content type. */
  readonly types?: { readonly [U in Uid]?: TypeExtension<U> };
  readonly routes?: readonly RouteDefinition[];
  /** By the name of an event: `entry.publish`. */
  readonly on?: EventHandlers;
}

/** Returns the extension unchanged: it gives its hooks and handlers their types. */
export const defineExtension = (extension: Extension): Extension => extension;
