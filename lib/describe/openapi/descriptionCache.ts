// Caches the text of the description: most of it once, and its examples for a minute per view of callers.
import { createHash } from 'node:crypto';
import { memoize } from '../../memoize.ts';
import type { Caller } from '../../platform/access/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import { isKept } from '../../platform/isKept.ts';
import { LruCache } from '../../platform/lruCache.ts';
import type { Service } from '../../platform/service.ts';
import { describeApi, type Routes } from './buildOpenApi.ts';
import { examplesFor, maxExampleBytes } from './examplesFor.ts';

/** How long the examples are cached, so how old they can be. */
const cachedMs = 60_000;

/** With 2 MB of examples each, these take 40 MB. */
const maxViews = 20;

/** About the bytes of an example beside its document: its name and the envelope. */
const exampleFrameBytes = 100;

/** A part of the text. */
interface TextPart {
  readonly text: string;
  readonly bytes: number;
  readonly hash: string;
}

interface CachedExamples {
  readonly until: number;
  readonly examples: Promise<TextPart>;
}

const toTextPart = (text: string): TextPart => ({
  text,
  bytes: Buffer.byteLength(text),
  hash: createHash('sha1').update(text).digest('base64url'),
});

const tooLargeError = (bytes: number, maxBytes: number): ApiError =>
  invalid(
    `The description has ${bytes} bytes, and the maximum for an answer is ${maxBytes}. Write it to a file with "lectern openapi --out openapi.json".`,
  );

class DescriptionCache {
  private readonly service: Service;
  private readonly shared: TextPart;
  private readonly examples: ReturnType<typeof describeApi>['examples'];
  private readonly views = new LruCache<CachedExamples>(maxViews);

  constructor(service: Service, routes: Routes) {
    this.service = service;
    const { document, examples } = describeApi({ ...service, routes });
    this.examples = examples;
    // Without the braces that close `components` and the document.
    this.shared = toTextPart(JSON.stringify(document).slice(0, -2));
  }

  async get(caller: Caller): Promise<{ readonly text: string; readonly etag: string }> {
    const { shared } = this;
    const maxBytes = this.service.config.api.rest.maxResponseBytes;
    if (shared.bytes > maxBytes) throw tooLargeError(shared.bytes, maxBytes);
    const examples = await this.examplesOfView(caller).examples;
    const bytes = shared.bytes + examples.bytes;
    if (bytes > maxBytes) throw tooLargeError(bytes, maxBytes);
    return { text: shared.text + examples.text, etag: `W/"${shared.hash}${examples.hash}"` };
  }

  private examplesOfView(caller: Caller): CachedExamples {
    const now = this.service.now().getTime();
    const make = (): CachedExamples => ({ until: now + cachedMs, examples: this.buildExamples(caller) });
    const cached = this.views.get(caller.view, make);
    if (isKept(cached.until, now, cachedMs)) return cached;
    this.views.take(caller.view);
    return this.views.get(caller.view, make);
  }

  private async buildExamples(caller: Caller): Promise<TextPart> {
    const { schema, config } = this.service;
    try {
      // Each type has its document in two examples, and as a body in a third.
      const room = (config.api.rest.maxResponseBytes - this.shared.bytes) / (3 * schema.served.size);
      const samples = await examplesFor(this.service, caller, Math.min(maxExampleBytes, room - exampleFrameBytes));
      return toTextPart(`,"examples":${JSON.stringify(this.examples(samples))}}}`);
    } catch (error) {
      this.views.take(caller.view);
      throw error;
    }
  }
}

const cacheOf = memoize(
  (service: Service, routes: ConstructorParameters<typeof DescriptionCache>[1]) =>
    new DescriptionCache(service, routes),
);

/**
 * The description with examples that the caller may read. Concurrent first requests build it once; a failed build is not
 * cached.
 *
 * @returns its JSON and its ETag
 * @throws ApiError 400 if it is larger than `api.rest.maxResponseBytes`, 503 if there is no connection to the database
 */
export const descriptionFor = async (
  service: Service,
  routes: Routes,
  caller: Caller,
): Promise<{ readonly text: string; readonly etag: string }> => {
  return cacheOf(service, routes).get(caller);
};
