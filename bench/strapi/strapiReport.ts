// Formats the comparison with Strapi as a Markdown page.
import { blockCount } from '../data/pages.ts';
import { formatInteger, formatMegabytes, formatMs, formatPercent } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import type { Summary } from '../measure.ts';
import { markdownTable, rightAligned } from '../table.ts';
import { strapiVersion } from './install.ts';

export interface StrapiRow {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  readonly lectern: Summary;
  readonly strapi: Summary;
  /** Lectern's requests per second divided by Strapi's: the median of the rounds' ratios. */
  readonly throughputRatio: number;
  /** Strapi's p50 divided by Lectern's: the median of the rounds' ratios. */
  readonly p50Ratio: number;
  /** The spread of the rounds' ratios of p50. */
  readonly spread: number;
}

export interface StrapiReport {
  readonly rows: readonly StrapiRow[];
  readonly rounds: number;
  readonly seconds: number;
  readonly documents: number;
  readonly machine: Machine;
  readonly database: string;
  readonly lecternMegabytes: number | undefined;
  readonly strapiMegabytes: number | undefined;
  readonly minutes: number;
}

const today = (): string => new Date().toISOString().slice(0, 10);
const formatPerSecond = (value: number): string => (value < 10 ? value.toFixed(1) : formatInteger(value));
const formatTimes = (value: number): string => `${value.toFixed(1)}×`;

const rowsTable = (rows: readonly StrapiRow[]): string =>
  markdownTable(
    [
      ['case', 'left'],
      ...rightAligned('connections', 'Lectern req/s', 'Strapi', 'Lectern ÷ Strapi'),
      ...rightAligned('Lectern p50 ms', 'Strapi', 'Strapi ÷ Lectern', 'spread'),
    ],
    rows.map(({ title, connections, lectern, strapi, throughputRatio, p50Ratio, spread }) => [
      title,
      String(connections),
      formatPerSecond(lectern.perSecond),
      formatPerSecond(strapi.perSecond),
      formatTimes(throughputRatio),
      formatMs(lectern.p50),
      formatMs(strapi.p50),
      formatTimes(p50Ratio),
      formatPercent(spread),
    ]),
  );

const summarized: readonly (readonly [string, string])[] = [
  ['one', 'an article by its id'],
  ['list-sorted', 'a sorted list of 25 with its total'],
  ['update', 'an update'],
  ['publish', `publishing a page with ${blockCount} blocks`],
];

/** The lines for the README: the time of a request at one connection. */
export const readmeLines = ({ rows, machine, database, documents }: StrapiReport): string => {
  const times = summarized.flatMap(([name, title]) => {
    const row = rows.find((one) => one.name === name && one.connections === 1);
    return row === undefined ? [] : [`${title} ${formatMs(row.lectern.p50)} ms (${formatMs(row.strapi.p50)})`];
  });
  return [
    `The median time of a request in Lectern (in Strapi ${strapiVersion} on ${database}), one request at a time, with ${formatInteger(documents)} articles:`,
    `${times.slice(0, 2).join(', ')},`,
    `${times.slice(2).join(', ')}.`,
    `Measured here, on ${today()}, ${machine.processor} with ${machine.cores} cores, by \`npm run bench:strapi\`: [all numbers](bench/strapi.md).`,
  ].join('\n');
};

/** @returns the page */
export const strapiReport = (report: StrapiReport): string => {
  const { rows, rounds, seconds, documents, machine, database, lecternMegabytes, strapiMegabytes, minutes } = report;
  return `# Beside Strapi

\`npm run bench:strapi\` writes this page. It installs Strapi from npm into the user's cache folder, loads the same documents into
Strapi and Lectern, and sends both the same requests.

- ${today()}; ${describeMachine(machine)}
- Lectern: \`npm start\` on mongod ${machine.mongod}, a replica set of one, write concern majority with journal
- Strapi ${strapiVersion} in production mode on ${database} with its default settings, which write to disk before they answer
- Node ${machine.node}; one process for each; both write a log line for each request; a full-access token for each
- ${formatInteger(documents)} articles with a draft and a published version, one in ten only a draft, 50 categories, 500 authors
- ${rounds} rounds of ${seconds} s for each number; ${minutes.toFixed(1)} minutes in all

${rowsTable(rows)}

Largest memory of the process (RSS): Lectern ${formatMegabytes(lecternMegabytes)} MB, Strapi ${formatMegabytes(strapiMegabytes)} MB.

- Client, server and database share the machine's cores. Requests per second depend on the machine and the day; ratios are comparable.
- Before the measurement, both must give equal answers to the same requests: 600 articles with everything populated, and up to 25
  requests of each case. Otherwise the run fails.
- Every round measures one server and then the other. Requests per second are the median of the rounds, p50 is that of all requests,
  and a ratio is the median of the rounds' ratios. \`spread\` is the width of the middle half of these ratios, divided by their median.
- A page is a document with ${blockCount} entries in a dynamic zone, each a component with two nested components and a relation. REST has no request
  that only publishes: the PUT changes the draft and publishes it, as the editor's button does.
- Strapi has two indexes that it does not create itself: on locale and views, for the sorted list, and on slug. Without the latter, every
  create and update searches all articles for the same slug.
`;
};
