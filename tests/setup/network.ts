// The network: a schema with every kind of relation, self-relations, and nested components.
import { join } from 'node:path';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import type { Api, Reply } from './api.ts';

export const loadNetwork = async (): Promise<Schema> =>
  (await loadSchema(join(import.meta.dirname, '../schemas/network'))).schema;

/** The documentIds of the seeded documents. */
export interface Seeded {
  readonly person: string;
  readonly team: string;
  readonly remark: string;
}

/** Creates published documents through the API: every relation has a target, and components are nested. */
export const seedNetwork = async (api: Pick<Api, 'post' | 'put'>): Promise<Seeded> => {
  const documentIdOf = async (answer: Promise<Reply>): Promise<string> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body.data.documentId;
  };
  const team = await documentIdOf(api.post('/api/teams', { name: 'The Readers' }));
  const friend = await documentIdOf(api.post('/api/people', { name: 'Tobias' }));
  const person = await documentIdOf(api.post('/api/people', { name: 'Maud' }));
  const remark = await documentIdOf(api.post('/api/remarks', { text: 'Nobody agrees' }));
  const anyTargets = [
    { __type: 'api::person.person', documentId: person },
    { __type: 'api::team.team', documentId: team },
    { __type: 'api::remark.remark', documentId: remark },
  ];
  const lid = { colour: 'red', painters: [person, friend], about: anyTargets[2], box: { label: 'below the lid' } };
  const box = { label: 'outer', owner: person, lid, boxes: [{ label: 'inner', boxes: [{ label: 'innermost', lid }] }] };
  const shelf = { height: 3, things: anyTargets };
  const body = [
    { __component: 'part.box', ...box },
    { __component: 'part.lid', ...lid },
    { __component: 'part.shelf', ...shelf, content: [{ __component: 'part.shelf', ...shelf }] },
  ];
  const toTeam = { office: team, leads: team, rivals: [team], sponsor: team, team, visited: [team], supports: [team] };
  const toPeople = {
    ...{ twin: friend, mentor: friend, guards: [friend], boss: friend, parent: friend, friends: [friend] },
    ...{ follows: [friend, person] },
  };
  await documentIdOf(api.put(`/api/people/${person}`, { ...toTeam, ...toPeople, box, boxes: [box], body }));
  await documentIdOf(api.put(`/api/teams/${team}`, { guest: person }));
  await documentIdOf(api.put(`/api/remarks/${remark}`, { about: anyTargets[2], subjects: anyTargets }));
  await documentIdOf(api.post('/api/remarks', { text: 'A biography', about: anyTargets[0], subjects: anyTargets }));
  await documentIdOf(
    api.put('/api/board', { title: 'Pinned', pinned: anyTargets, shelf: { ...shelf, content: body.slice(2) } }),
  );
  return { person, team, remark };
};
