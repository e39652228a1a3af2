// Completes the arguments: asks on a terminal, and uses the defaults elsewhere.
import { confirm, isCancel, select, text } from '@clack/prompts';
import type { Arguments, TemplateName } from './arguments.js';
import { requireNewFolder, projectNameFault, projectNameOf } from './newFolder.js';

/** Where the content types come from. */
export type Source = { readonly template: TemplateName } | { readonly strapi: string };

export interface Options {
  readonly folder: string;
  readonly source: Source;
  readonly aws: boolean;
  readonly install: boolean;
}

/** @throws Error if the user cancels the question */
const answerOf = async <T>(question: Promise<T>): Promise<Exclude<T, symbol>> => {
  const answer = await question;
  if (isCancel(answer)) throw new Error('Cancelled: nothing was created.');
  return answer as Exclude<T, symbol>; // no other symbol is an answer
};

const defaultFolder = 'my-site';

const askFolder = async (): Promise<string> =>
  answerOf(
    text({
      message: 'Which folder?',
      placeholder: defaultFolder,
      defaultValue: defaultFolder,
      validate: (value) => projectNameFault(projectNameOf(value === undefined || value === '' ? defaultFolder : value)),
    }),
  );

const askSource = async (): Promise<Source> => {
  const kind = await answerOf(
    select<TemplateName | 'strapi'>({
      message: 'Which content types?',
      options: [
        { value: 'sample', label: 'A sample site', hint: 'a magazine with content to look at' },
        { value: 'blank', label: 'A blank site', hint: 'one small content type' },
        { value: 'strapi', label: 'Those of a Strapi project' },
      ],
    }),
  );
  if (kind !== 'strapi') return { template: kind };
  return {
    strapi: await answerOf(text({ message: 'Which folder has the Strapi project?', placeholder: '../strapi' })),
  };
};

const argumentSource = ({ template, fromStrapi }: Arguments): Source | undefined => {
  if (fromStrapi !== undefined) return { strapi: fromStrapi };
  return template === undefined ? undefined : { template };
};

/** @throws Error if the user cancels; and as `requireNewFolder` */
const ask = async (values: Arguments): Promise<Options> => {
  const folder = values.folder ?? (await askFolder());
  // Before the other questions, whose answers would be lost.
  await requireNewFolder(folder);
  return {
    folder,
    source: argumentSource(values) ?? (await askSource()),
    aws: values.aws ?? (await answerOf(confirm({ message: 'Deploy to AWS?' }))),
    install: values.install ?? (await answerOf(confirm({ message: 'Install packages now?' }))),
  };
};

/**
 * @param values that `checkArguments` has checked
 * @param isTerminal whether a user can answer questions
 * @throws Error on a terminal as `ask`
 */
export const completeOptions = async (values: Arguments, isTerminal: boolean): Promise<Options> => {
  if (isTerminal) return ask(values);
  return {
    folder: values.folder ?? defaultFolder,
    source: argumentSource(values) ?? { template: 'sample' },
    aws: values.aws ?? true,
    install: values.install ?? true,
  };
};
