// Implements the commands `lectern webhook …`.
import { idInSegment } from '../../lib/api/http/index.ts';
import {
  createWebhook,
  deleteWebhook,
  deleteReceiver,
  listDeliveries,
  listReceivers,
  listWebhooks,
  readNewWebhook,
  receiverIdOf,
  replayParked,
  updateWebhook,
  findWebhookById,
  type DeliveryAnswer,
  type WebhookAnswer,
} from '../../lib/events/webhooks/index.ts';
import { formatTable } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface WebhookOptions {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Uids or singular names. */
  readonly types?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly debounce?: number;
}

/** The options of the commands that list something. */
export interface ListOptions {
  readonly json?: true;
}

const printTable = (terminal: Terminal, titles: readonly string[], rows: readonly (readonly string[])[]): void => {
  for (const line of rows.length === 0 ? [] : formatTable(titles, rows, terminal.isTTY)) terminal.print(line);
};

const printJson = (terminal: Terminal, value: unknown): void => {
  terminal.print(JSON.stringify(value, null, 2));
};

/** Creates a webhook and prints its id and its secret, which cannot be printed again. */
export const createNamedWebhook = (terminal: Terminal, { types, header, ...fields }: WebhookOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const newWebhook = readNewWebhook({ ...fields, contentTypes: types, headers: header }, service);
    const { id, secret } = await createWebhook(service, newWebhook);
    printTable(terminal, ['ID', 'SECRET'], [[String(id), secret]]);
  });

const typesOf = ({ contentTypes }: WebhookAnswer): string => contentTypes?.join(',') ?? 'all';

const stateOf = ({ isEnabled }: WebhookAnswer): string => (isEnabled ? 'enabled' : 'disabled');

/** Prints the webhooks: as a table on a terminal, else as one tab-separated line per webhook, or as JSON. */
export const printWebhooks = (terminal: Terminal, { json }: ListOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const webhooks = await listWebhooks(service);
    if (json === true) {
      printJson(terminal, webhooks);
      return;
    }
    if (webhooks.length === 0) terminal.log('There are no webhooks: `lectern webhook create` creates one');
    printTable(
      terminal,
      ['ID', 'NAME', 'STATE', 'URL', 'EVENTS', 'TYPES'],
      webhooks.map((one) => [String(one.id), one.name, stateOf(one), one.url, one.events.join(','), typesOf(one)]),
    );
  });

/** Prints all fields of a webhook, but not the values of its headers, and not its secret. */
export const printWebhook = (terminal: Terminal, id: string, { json }: ListOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const webhook = await findWebhookById(service, idInSegment(id));
    if (json === true) {
      printJson(terminal, webhook);
      return;
    }
    printTable(
      terminal,
      ['FIELD', 'VALUE'],
      [
        ['id', String(webhook.id)],
        ['name', webhook.name],
        ['state', stateOf(webhook)],
        ['url', webhook.url],
        ...Object.entries(webhook.headers).map(([name, value]) => ['header', `${name}: ${value}`]),
        ['events', webhook.events.join(',')],
        ['types', typesOf(webhook)],
        ['debounce', `${webhook.debounce} s`],
        ['created', webhook.createdAt.toISOString()],
        ['updated', webhook.updatedAt.toISOString()],
      ],
    );
  });

/** Gives the webhook a new secret and prints it; it cannot be printed again. */
export const rotateSecret = (terminal: Terminal, id: string): Promise<void> =>
  withService(terminal, async (service) => {
    const changed = await updateWebhook(service, idInSegment(id), { secret: null });
    if ('secret' in changed) terminal.print(changed.secret);
  });

export const enableWebhook = (terminal: Terminal, id: string, isEnabled: boolean): Promise<void> =>
  withService(terminal, async (service) => {
    const webhook = await updateWebhook(service, idInSegment(id), { isEnabled });
    terminal.log(`"${webhook.name}" (${webhook.id}) is ${stateOf(webhook)}`);
  });

/** Prints the receivers of the deployed code, with the numbers of their deliveries. */
export const printReceivers = (terminal: Terminal, { json }: ListOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const receivers = await listReceivers(service);
    if (json === true) {
      printJson(terminal, receivers);
      return;
    }
    if (receivers.length === 0) terminal.log('The deployed code has no event handlers and no targets of events');
    printTable(
      terminal,
      ['ID', 'STATE', 'EVENTS', 'TYPES', 'WAITING', 'PARKED'],
      receivers.map(({ contentTypes, waiting, parked, ...one }) => [
        ...[one.id, one.isDeployed ? 'deployed' : 'removed', one.events.join(','), contentTypes?.join(',') ?? 'all'],
        ...[String(waiting), String(parked)],
      ]),
    );
  });

export const removeWebhook = (terminal: Terminal, idText: string): Promise<void> =>
  withService(terminal, async (service) => {
    const id = receiverIdOf(idText);
    if (typeof id === 'string') {
      await deleteReceiver(service, id);
      terminal.log(`Deleted "${id}" and its deliveries`);
      return;
    }
    const webhook = await deleteWebhook(service, id);
    terminal.log(`Deleted "${webhook.name}" (${webhook.id}) and its deliveries`);
  });

/** Nobody reads a longer list. */
const maxListed = 1_000;

const formatMinute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const rowOf = ({ id, event, uid, documentId, createdAt, state, attempts, due, lastAttempt }: DeliveryAnswer) => [
  ...[id, event, `${uid} ${documentId}`, formatMinute(createdAt), String(attempts)],
  state === 'parked' ? 'parked' : formatMinute(due),
  lastAttempt?.message.replace(/[\p{Cc}\s]+/gu, ' ') ?? '',
];

/** Prints the waiting and parked deliveries of a webhook, or only the parked ones, in the order of the events; times in UTC. */
export const printDeliveries = (
  terminal: Terminal,
  id: string,
  { json, parked }: ListOptions & { readonly parked?: true },
): Promise<void> =>
  withService(terminal, async (service) => {
    const state = parked === true ? 'parked' : undefined;
    const { data, total } = await listDeliveries(service, receiverIdOf(id), { state, page: 1, pageSize: maxListed });
    if (json === true) printJson(terminal, data);
    else
      printTable(
        terminal,
        ['ID', 'EVENT', 'DOCUMENT', 'HAPPENED', 'ATTEMPTS', 'NEXT', 'LAST ATTEMPT'],
        data.map(rowOf),
      );
    if (total > data.length) terminal.log(`These are the first ${data.length} of ${total}`);
  });

/** @param deliveryIds the ids of parked deliveries; if empty, all parked deliveries */
export const replayDeliveries = (terminal: Terminal, id: string, deliveryIds: readonly string[]): Promise<void> =>
  withService(terminal, async (service) => {
    const count = await replayParked(service, receiverIdOf(id), deliveryIds.length === 0 ? undefined : deliveryIds);
    terminal.log(`${count} ${count === 1 ? 'delivery waits' : 'deliveries wait'} to be sent again`);
  });
