// The work of a first read before its first database query: creates the service, parses the query, makes the plan.
import { administrator } from '../../lib/platform/access/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { planOf } from '../../lib/read/execute/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { ready as serviceReady } from './site.ts';

const text = 'filters[topic][name][$eq]=Paper&sort=title:desc&populate=*&pagination[pageSize]=10';
const locales = { defaultLocale: 'en', codes: new Set(['en']) };

export const articles = ({ schema }: Service): ContentType => {
  const type = schema.served.get('articles');
  if (type === undefined) throw new Error('The schema has no articles');
  return type;
};

export const plan = (service: Service, text: string): void => {
  const query = readQuery(text, articles(service), administrator, { ...service, locales });
  planOf(query, service.schema)(new Set());
};

export const ready = async (): Promise<void> => {
  plan(await serviceReady(), text);
};
