// Declares the commands `lectern webhook …` with their options and help texts.
import { InvalidArgumentError, type Command } from 'commander';
import { eventNames } from '../../lib/platform/eventNames.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ListOptions, WebhookOptions } from './webhookCommand.ts';

const parseSeconds = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Write a whole number of seconds, for example 10.');
  return Number(text);
};

type Headers = Readonly<Record<string, string>>;

const parseHeader = (text: string, earlier: Headers = {}): Headers => {
  const [, name, value] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("Write it as 'Authorization: Bearer …'.");
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`The header ${name} is repeated.`);
  return { ...earlier, [name]: value.trim() };
};

const idArgument = '<id>';
const idHelp = 'the id of the webhook: `lectern webhook list` prints it';
const receiverHelp = `${idHelp}; or the name of a receiver of the code: \`lectern webhook receivers\``;
const jsonHelp = 'prints JSON with all fields';

/** @param program `lectern` */
export const addWebhookCommands = (program: Command, terminal: Terminal): void => {
  const webhook = program.command('webhook').description('Webhooks: calls to other systems when content changes');
  webhook
    .command('create')
    .description('creates a webhook; prints its id and, only once, the secret that signs its calls')
    .requiredOption('--name <name>', 'what the webhook is for')
    .requiredOption('--url <url>', 'the URL to call: https://…')
    .requiredOption('--events <events...>', `the events that cause a call: ${eventNames.join(', ')}`)
    .option('--types <types...>', 'only for entries of these content types: article for api::article.article')
    .option(
      '--header <header>',
      "a header for every call: 'Authorization: Bearer …'; repeat the option for more headers",
      parseHeader,
    )
    .option(
      '--debounce <seconds>',
      'combines events into one call, sent when no event came for this long',
      parseSeconds,
    )
    .addHelpText(
      'after',
      `
Example:
  lectern webhook create --name build --url https://api.netlify.com/build_hooks/… --events entry.publish \\
    entry.unpublish entry.delete --types article author --debounce 10`,
    )
    .action(async (options: WebhookOptions) => {
      const { createNamedWebhook } = await import('./webhookCommand.ts');
      await createNamedWebhook(terminal, options);
    });
  webhook
    .command('list')
    .description('lists the webhooks: a table on a terminal, else lines with tabs')
    .option('--json', jsonHelp)
    .action(async (options: ListOptions) => {
      const { printWebhooks } = await import('./webhookCommand.ts');
      await printWebhooks(terminal, options);
    });
  webhook
    .command('show')
    .description('prints one webhook with its headers, but never its secret')
    .argument(idArgument, idHelp)
    .option('--json', 'prints JSON')
    .action(async (id: string, options: ListOptions) => {
      const { printWebhook } = await import('./webhookCommand.ts');
      await printWebhook(terminal, id, options);
    });
  webhook
    .command('rotate')
    .description('replaces the secret and prints the new one, only once; it signs all further calls')
    .argument(idArgument, idHelp)
    .action(async (id: string) => {
      const { rotateSecret } = await import('./webhookCommand.ts');
      await rotateSecret(terminal, id);
    });
  webhook
    .command('enable')
    .description('sends the events that happen from now on')
    .argument(idArgument, idHelp)
    .action(async (id: string) => {
      const { enableWebhook } = await import('./webhookCommand.ts');
      await enableWebhook(terminal, id, true);
    });
  webhook
    .command('disable')
    .description('stops all calls: deletes waiting deliveries and keeps parked ones')
    .argument(idArgument, idHelp)
    .action(async (id: string) => {
      const { enableWebhook } = await import('./webhookCommand.ts');
      await enableWebhook(terminal, id, false);
    });
  webhook
    .command('receivers')
    .description('lists the event handlers and the targets of the deployed code, with the numbers of their deliveries')
    .option('--json', jsonHelp)
    .action(async (options: ListOptions) => {
      const { printReceivers } = await import('./webhookCommand.ts');
      await printReceivers(terminal, options);
    });
  webhook
    .command('delete')
    .description('deletes the webhook, or a receiver that was removed from the code, with its deliveries')
    .argument(idArgument, receiverHelp)
    .action(async (id: string) => {
      const { removeWebhook } = await import('./webhookCommand.ts');
      await removeWebhook(terminal, id);
    });
  webhook
    .command('deliveries')
    .description('lists waiting and parked deliveries; a delivery is parked when all attempts of a day failed')
    .argument(idArgument, receiverHelp)
    .option('--parked', 'only the parked deliveries')
    .option('--json', jsonHelp)
    .action(async (id: string, options: ListOptions & { readonly parked?: true }) => {
      const { printDeliveries } = await import('./webhookCommand.ts');
      await printDeliveries(terminal, id, options);
    });
  webhook
    .command('replay')
    .description('tries parked deliveries again for another day')
    .argument(idArgument, receiverHelp)
    .argument('[deliveries...]', 'the ids of the deliveries (default: all parked ones)')
    .action(async (id: string, deliveries: readonly string[]) => {
      const { replayDeliveries } = await import('./webhookCommand.ts');
      await replayDeliveries(terminal, id, deliveries);
    });
};
