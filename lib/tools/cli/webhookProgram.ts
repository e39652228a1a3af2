// The commands `lectern webhook …`, as they are written and explained.
import { InvalidArgumentError, type Command } from 'commander';
import { eventNames } from '../../events/webhooks/index.ts';
import {
  createNamedWebhook,
  enableWebhook,
  printDeliveries,
  printWebhook,
  printWebhooks,
  removeWebhook,
  replayDeliveries,
  rotateSecret,
} from './webhookCommand.ts';

const seconds = (given: string): number => {
  if (!/^\d{1,4}$/.test(given)) throw new InvalidArgumentError('Write a whole number of seconds, as 10.');
  return Number(given);
};

type Headers = Readonly<Record<string, string>>;

const header = (given: string, before: Headers = {}): Headers => {
  const [, name, value] = /^([^:]+):(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("Write it as 'Authorization: Bearer …'.");
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`${name} is there twice.`);
  return { ...before, [name]: value.trim() };
};

const id = '<id>';
const itsId = 'its number: `lectern webhook list` prints it';
const asJson = 'as JSON, with all that is known of them';

/** @param program `lectern` */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('Webhooks: who is told when content changes');
  webhook
    .command('create')
    .description('makes a webhook; prints its id and, this once, the secret that its calls are signed with')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--url <url>', 'where it is told: https://…')
    .requiredOption('--events <events...>', `of what: ${eventNames.join(', ')}`)
    .option('--types <types...>', 'of entries of these content types alone: article for api::article.article')
    .option(
      '--header <header>',
      "sent with every call: 'Authorization: Bearer …'; as often as there are headers",
      header,
    )
    .option('--debounce <seconds>', 'one call for all that happens until it is quiet for so long', seconds)
    .addHelpText(
      'after',
      `
Example:
  lectern webhook create --name build --url https://api.netlify.com/build_hooks/… --events entry.publish \\
    entry.unpublish entry.delete --types article author --debounce 10`,
    )
    .action(createNamedWebhook);
  webhook
    .command('list')
    .description('lists the webhooks: a table on a terminal, with tabs elsewhere')
    .option('--json', asJson)
    .action(printWebhooks);
  webhook
    .command('show')
    .description('prints one webhook, its headers too; never its secret')
    .argument(id, itsId)
    .option('--json', 'as JSON')
    .action(printWebhook);
  webhook
    .command('rotate')
    .description('makes it another secret and prints it, this once: calls are signed with it from then on')
    .argument(id, itsId)
    .action(rotateSecret);
  webhook
    .command('enable')
    .description('tells it of what happens from now on')
    .argument(id, itsId)
    .action((given: string) => enableWebhook(given, true));
  webhook
    .command('disable')
    .description('tells it nothing any more; what waits for it is forgotten, what is parked stays')
    .argument(id, itsId)
    .action((given: string) => enableWebhook(given, false));
  webhook
    .command('delete')
    .description('deletes it, with what waits for it and what is parked')
    .argument(id, itsId)
    .action(removeWebhook);
  webhook
    .command('deliveries')
    .description('lists what waits to be delivered to it, and what is parked: it was tried for a day, in vain')
    .argument(id, itsId)
    .option('--parked', 'what is parked alone')
    .option('--json', asJson)
    .action(printDeliveries);
  webhook
    .command('replay')
    .description('tries parked deliveries again, for another day')
    .argument(id, itsId)
    .argument('[deliveries...]', 'their ids (default: all that are parked)')
    .action(replayDeliveries);
};
