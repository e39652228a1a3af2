// The network: a schema with every kind of relation, self-relations, and nested components.
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import type { Api, Reply } from './api.ts';

export const network = async (): Promise<Schema> =>
  (await loadSchema(new URL('../schemas/network', import.meta.url).pathname)).schema;

/** The documentIds of the seeded documents. */
export interface Seeded {
  readonly person: string;
  readonly team: string;
  readonly remark: string;
}

/** Creates published documents through the API: every relation has a target, and components are nested. */
export const seedNetwork = async (api: Pick<Api, 'post' | 'put'>): Promise<Seeded> => {
  const done = async (answer: Promise<Reply>): Promise<string> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body.data.documentId;
  };
  const team = await done(api.post('/api/teams', { name: 'The Readers' }));
  const friend = await done(api.post('/api/people', { name: 'Tobias' }));
  const person = await done(api.post('/api/people', { name: 'Maud' }));
  const remark = await done(api.post('/api/remarks', { text: 'Nobody agrees' }));
  const anyone = [
    { __type: 'api::person.person', documentId: person },
    { __type: 'api::team.team', documentId: team },
    { __type: 'api::remark.remark', documentId: remark },
  ];
  const lid = { colour: 'red', painters: [person, friend], about: anyone[2], box: { label: 'below the lid' } };
  const box = { label: 'outer', owner: person, lid, boxes: [{ label: 'inner', boxes: [{ label: 'innermost', lid }] }] };
  const shelf = { height: 3, things: anyone };
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
  await done(api.put(`/api/people/${person}`, { ...toTeam, ...toPeople, box, boxes: [box], body }));
  await done(api.put(`/api/teams/${team}`, { guest: person }));
  await done(api.put(`/api/remarks/${remark}`, { about: anyone[2], subjects: anyone }));
  await done(api.post('/api/remarks', { text: 'A biography', about: anyone[0], subjects: anyone }));
  await done(api.put('/api/board', { title: 'Pinned', pinned: anyone, shelf: { ...shelf, content: body.slice(2) } }));
  return { person, team, remark };
};
