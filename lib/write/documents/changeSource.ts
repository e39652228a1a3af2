// Says through what the writes of a call change content. The history of a document shows it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeSource } from '../../platform/changeSources.ts';

const sources = new AsyncLocalStorage<ChangeSource>();

/** Runs work whose writes have this source. */
export const runWithSource = <T>(source: ChangeSource, work: () => T): T => sources.run(source, work);

/** The source of the current call: a request, if nothing says otherwise. */
export const currentSource = (): ChangeSource => sources.getStore() ?? 'api';
