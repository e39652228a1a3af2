// Says through what the writes of a call change content, and to which change set of an agent they belong. The history of a document
// shows it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { VersionOrigin } from '../../platform/db/index.ts';

type SetMark = Pick<VersionOrigin, 'set'>;

const sources = new AsyncLocalStorage<{ readonly source: ChangeSource; readonly mark: SetMark }>();

/** The field of the writes of the current call that says to which change set they belong. */
export const setMark = (): SetMark => sources.getStore()?.mark ?? {};

/** Runs work whose writes have this source. What code of the project writes belongs to no change set. */
export const runWithSource = <T>(source: ChangeSource, work: () => T): T =>
  sources.run({ source, mark: source === 'code' ? {} : setMark() }, work);

/** Runs work whose writes have this mark of a change set. */
export const runInChangeSet = <T>(set: number, work: () => T): T =>
  sources.run({ source: currentSource(), mark: { set } }, work);

/** The source of the current call: a request, if nothing says otherwise. */
export const currentSource = (): ChangeSource => sources.getStore()?.source ?? 'api';
