// Says to which change set of an agent writes belong.
import { expect, it } from 'vitest';
import { runInChangeSet, runWithSource, setMark } from '../../../lib/write/documents/changeSource.ts';

it('a change set has the writes of its call, also with another source, but not those of code of the project', () => {
  expect(setMark()).toEqual({});
  expect(runInChangeSet(7, setMark)).toEqual({ set: 7 });
  expect(runInChangeSet(7, () => runWithSource('restore', setMark))).toEqual({ set: 7 });
  expect(runInChangeSet(7, () => runWithSource('code', setMark))).toEqual({});
});
