// A writer with its own documents, which tracks what they must look like.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Client, type Answer, type SendRequest } from '../write/documents/model/client.ts';
import { Model } from '../write/documents/model/model.ts';
import type { Mark } from '../write/documents/model/links.ts';
import type { Ref, Step } from '../write/documents/model/steps.ts';
import { types, type TypeName } from '../write/documents/model/types.ts';
import { viewsOf } from '../write/documents/model/views.ts';
import { Unanswered, type Connection } from './connection.ts';

export class Writer {
  /** The possible states: an unanswered write may or may not have happened. */
  private models: readonly Model[] = [new Model()];
  private readonly client: Client;
  private readonly reader: Client;
  private readonly connection: Connection;

  constructor(connection: Connection, prefix: string) {
    this.connection = connection;
    this.client = new Client(connection.sendOnce, prefix);
    this.reader = this.client.withRequest(connection.sendUntilAnswered);
  }

  get marks(): readonly Mark[] {
    return [...(this.models[0]?.docs.keys() ?? [])];
  }

  /**
   * Sends one step.
   *
   * @param key whether to send creates with an Idempotency-Key, and again until they are answered
   * @returns whether the server answered at once
   */
  async write(any: Step<Ref>, key: boolean): Promise<boolean> {
    const { step, mark } = this.client.resolve(any);
    try {
      const headers = key && step.op === 'create' ? { 'Idempotency-Key': mark } : {};
      this.applyAnswer(step, mark, await this.client.send(step, mark, headers));
      return true;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
    if (step.op !== 'create') this.models = this.models.flatMap((model) => withAndWithout(model, step, mark));
    else if (key) await this.sendAgain(step, mark);
    else await this.findCreated(step, mark);
    await this.check();
    return false;
  }

  /** Checks that the stored documents are in one of the possible states. */
  async check(): Promise<void> {
    const found = await this.reader.views();
    const possible = this.models.filter((model) => isDeepStrictEqual(viewsOf(model), found));
    if (possible.length === 0) expect(found).toEqual(viewsOf(this.models.at(-1) ?? new Model()));
    this.models = possible;
  }

  private applyAnswer(step: Step<Mark>, mark: Mark, { status, body }: Answer): void {
    const expected = this.models.map((model) => model.clone().apply(step, mark));
    expect(expected, `${JSON.stringify(step)}: ${JSON.stringify(body)}`).toContain(status);
    this.models = this.models.filter((_, index) => expected[index] === status);
    for (const model of this.models) model.apply(step, mark);
    if (step.op === 'create' && status === 201) this.client.add(step.type, mark, body.data.documentId);
  }

  private async sendAgain(step: Step<Mark>, mark: Mark): Promise<void> {
    const client = this.client.withRequest(this.connection.sendIdempotent);
    this.applyAnswer(step, mark, await client.send(step, mark, { 'Idempotency-Key': mark }));
  }

  /** Without an Idempotency-Key, looks up whether the create happened. */
  private async findCreated(step: Step<Mark>, mark: Mark): Promise<void> {
    const found = await idsOf(this.connection.sendUntilAnswered, step.type, mark);
    expect(found.length).toBeLessThan(2);
    for (const documentId of found) {
      this.client.add(step.type, mark, documentId);
      this.models = this.models.filter((model) => model.apply(step, mark) === 201);
    }
  }
}

const withAndWithout = (model: Model, step: Step<Mark>, mark: Mark): readonly Model[] => {
  const after = model.clone();
  return after.apply(step, mark) < 400 ? [model, after] : [model];
};

const idsOf = async (ask: SendRequest, type: TypeName, mark: Mark): Promise<readonly string[]> => {
  const { body } = await ask('GET', `/api/${types[type].plural}?status=draft&filters[mark]=${mark}`);
  return (body.data as readonly { readonly documentId: string }[]).map(({ documentId }) => documentId);
};
