// Writes MOVING.md: what of a Strapi project does not come along, or differs, as a list to work through.
import { formatFault, type Fault } from '../../lib/schema/index.ts';

const withLinks = (text: string): string =>
  text.replace(/\((node_modules\/lectern\/docs\/([\w-]+)\.md[^)]*)\)/g, '([$2]($1))');

export const movingText = (findings: readonly Fault[]): string =>
  [
    '# Moving from Strapi',
    '',
    'This of the Strapi project does not come along, or differs. [Moving from Strapi](node_modules/lectern/docs/from-strapi.md)',
    'has the whole way: content, files, users, front-ends.',
    '',
    ...findings.map((finding) => `- [ ] ${withLinks(formatFault(finding))}`),
    '',
  ].join('\n');
