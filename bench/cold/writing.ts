// The work of a first write before its first database query: creates the service, validates the body, creates an id, plans the
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
