// What a first write does before it asks the database for anything: the service, the check of a body, an id, the plan of the
// answer.
import { checkInput } from '../../lib/write/input/index.ts';
import { articles, plan } from './reading.ts';
import { ready as serviceReady } from './site.ts';

const body = { title: 'Paper', slug: 'paper', seo: { metaTitle: 'Paper' }, sections: [] };

export const ready = async (): Promise<void> => {
  const service = await serviceReady();
  const { errors } = checkInput(service.schema, articles(service), body, 'published');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  service.newDocumentId();
  plan(service, '');
};
