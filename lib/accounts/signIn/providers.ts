// The OpenID Connect providers of the configuration, and what they publish about themselves.
import {
  allowInsecureRequests,
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { notFound } from '../../errors.ts';
import { parseJsonText } from '../../schema/index.ts';
import type { Settings } from '../../platform/config/index.ts';
import type { Service } from '../../platform/service.ts';
import { SignInFailure } from './failure.ts';

export interface Provider extends Readonly<Settings['signIn']['providers'][string]> {
  readonly name: string;
}

/** In the order of the configuration. */
export const providersOf = ({ config }: Pick<Service, 'config'>): readonly Provider[] =>
  Object.entries(config.signIn.providers).map(([name, provider]) => ({ ...provider, name }));

/** @throws ApiError 404 if the configuration has no such provider */
export const requireProvider = (service: Pick<Service, 'config'>, name: string | undefined): Provider => {
  const provider = providersOf(service).find((one) => one.name === name);
  if (provider === undefined) throw notFound();
  return provider;
};

/** Of one request to a provider; a login has at most four. */
export const timeoutSeconds = 5;

const maxBytes = 1_000_000;

/** A clock may be wrong by this. */
const toleranceSeconds = 30;

const readLimited = async ({ body, url }: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url} answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Follows no redirect, and reads no endless answer. */
export const limitedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, {
    ...options,
    // Types of browsers know fewer kinds of bytes than openid-client names.
    ...(body === null || body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    redirect: 'manual',
  });
  const { status, headers } = response;
  const bytes = await readLimited(response);
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers });
};

/** @returns the secret of the client; undefined for a public client */
const secretOf = ({ secrets }: Pick<Service, 'secrets'>, { name }: Provider): string | undefined => {
  const json = parseJsonText(secrets.signIn ?? '{}');
  const value = 'error' in json ? undefined : (json.value as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A provider that names no method knows `client_secret_basic`. */
const authenticationOf = (secret: string | undefined): ClientAuth => {
  if (secret === undefined) return None();
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    (methods.includes('client_secret_post') ? post : basic)(server, ...request);
  };
};

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** @throws SignInFailure if the provider does not answer, or its answer is not valid */
const discover = async (service: Service, provider: Provider): Promise<Configuration> => {
  const issuer = new URL(provider.issuer);
  const isLocal = issuer.protocol === 'http:' && isLoopback(issuer);
  try {
    return await discovery(
      issuer,
      provider.clientId,
      { [clockTolerance]: toleranceSeconds },
      authenticationOf(secretOf(service, provider)),
      {
        timeout: timeoutSeconds,
        [customFetch]: limitedFetch,
        // The signature of an id_token counts, not only the connection it came through. The other one is marked as deprecated to
        // stand out: it is for a provider on this machine.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      },
    );
  } catch (error) {
    throw new SignInFailure('unavailable', `The provider ${provider.name} cannot be used`, error);
  }
};

interface Discovered {
  readonly configuration: Promise<Configuration>;
  readonly until: number;
}

/** A provider may change its endpoints. Its keys have a cache of their own. */
const cacheMs = 3_600_000;

const caches = new WeakMap<Service, Map<string, Discovered>>();

/**
 * What a provider publishes about itself, read once an hour.
 *
 * @throws SignInFailure `unavailable`
 */
export const configurationOf = async (service: Service, provider: Provider): Promise<Configuration> => {
  const cache = caches.get(service) ?? new Map<string, Discovered>();
  caches.set(service, cache);
  const cached = cache.get(provider.name);
  const now = service.now().getTime();
  if (cached !== undefined && cached.until > now) return cached.configuration;
  const configuration = discover(service, provider);
  cache.set(provider.name, { configuration, until: now + cacheMs });
  configuration.catch(() => cache.delete(provider.name));
  return configuration;
};

/** The address to which a provider sends a browser back: the same as for the administration of Strapi. */
export const redirectAddress = ({ config }: Pick<Service, 'config'>, { name }: Pick<Provider, 'name'>): string => {
  const { signIn, editor } = config;
  return new URL(`/admin/connect/${encodeURIComponent(name)}`, signIn.url === '' ? editor.url : signIn.url).href;
};
