// Declares the providers of the configuration, and discovers what they publish about themselves.
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
  Configuration,
} from 'openid-client';
import { memoize } from '../../memoize.ts';
import { notFound } from '../../errors.ts';
import { apiAddress, type Settings } from '../../platform/config/index.ts';
import { isKept } from '../../platform/isKept.ts';
import type { Service } from '../../platform/service.ts';
import { findClientSecret } from './clientSecret.ts';
import { SignInFailure } from './failure.ts';
import { limitedFetch } from './limitedFetch.ts';
import type { KnownProvider } from './knownProviders.ts';

type ProviderSettings = Readonly<Settings['signIn']['providers'][string]>;

/** The settings that members need too. */
type SharedSettings = Pick<
  ProviderSettings,
  'issuer' | 'clientId' | 'scopes' | 'parameters' | 'addressesAreVerified' | 'defaultRole'
>;

/** Lectern as a client of a provider. */
interface OidcClient extends SharedSettings {
  readonly name: string;
  /** The path to which it sends browsers back. */
  readonly path: string;
  /** How it differs from OpenID Connect. */
  readonly known?: KnownProvider | undefined;
}

export interface EditorProvider extends OidcClient, ProviderSettings {
  readonly audience: 'editors';
}

/** No group gives members their role. */
export interface MemberProvider extends OidcClient {
  readonly audience: 'members';
  /** The pages to which members may return; the first by default. */
  readonly callbacks: readonly string[];
}

/** A person may use both kinds at one issuer, and is then two users. */
export type Provider = EditorProvider | MemberProvider;

/** OpenID Connect begins with the scope `openid`: without it, a provider issues no id_token. */
export const withOpenId = (scopes: readonly string[]): readonly string[] => [...new Set(['openid', ...scopes])];

/** In the order of the configuration. */
export const providersOf = ({ config }: Pick<Service, 'config'>): readonly EditorProvider[] =>
  Object.entries(config.signIn.providers).map(([name, settings]) => ({
    ...settings,
    name,
    audience: 'editors',
    path: `/admin/connect/${encodeURIComponent(name)}`,
    scopes: withOpenId(settings.scopes),
  }));

/** @returns undefined if the configuration has no such provider */
export const findProvider = (service: Pick<Service, 'config'>, name: unknown): EditorProvider | undefined =>
  providersOf(service).find((provider) => provider.name === name);

/** @throws ApiError 404 if the configuration has no such provider */
export const requireProvider = (service: Pick<Service, 'config'>, name: string | undefined): EditorProvider => {
  const provider = findProvider(service, name);
  if (provider === undefined) throw notFound();
  return provider;
};

/** Whether the groups of a person decide the role and the access. */
export const hasRoleRules = (provider: Provider): provider is EditorProvider =>
  provider.audience === 'editors' && Object.keys(provider.roles).length > 0;

/** Of one request to a provider; a login has at most four. */
export const timeoutSeconds = 5;

/** A clock may be wrong by this. */
export const toleranceSeconds = 30;

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
  const { oauth, fetch = limitedFetch } = provider.known ?? {};
  const limits = { timeout: timeoutSeconds, [customFetch]: fetch };
  try {
    const authentication = authenticationOf(await findClientSecret(service, provider));
    if (oauth !== undefined)
      return Object.assign(new Configuration(oauth.server, provider.clientId, undefined, authentication), limits);
    const issuer = new URL(provider.issuer);
    const isLocal = issuer.protocol === 'http:' && isLoopback(issuer);
    return await discovery(issuer, provider.clientId, { [clockTolerance]: toleranceSeconds }, authentication, {
      ...limits,
      // The signature of an id_token counts, not only the connection it came through. The other one is marked as deprecated to
      // stand out: it is for a provider on this machine.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    });
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

/** Requests for a login do not make Lectern ask a provider that fails each time. */
const failureMs = 5_000;

const cacheOf: (service: Service) => Map<string, Discovered> = memoize(() => new Map());

/**
 * What a provider publishes about itself, read once an hour.
 *
 * @throws SignInFailure `unavailable`
 */
export const configurationOf = async (service: Service, provider: Provider): Promise<Configuration> => {
  const cache = cacheOf(service);
  const cached = cache.get(provider.path);
  const now = service.now().getTime();
  if (cached !== undefined && isKept(cached.until, now, cacheMs)) return cached.configuration;
  const configuration = discover(service, provider);
  cache.set(provider.path, { configuration, until: now + cacheMs });
  configuration.catch(() => cache.set(provider.path, { configuration, until: now + failureMs }));
  return configuration;
};

/** What the database keeps of a provider is sealed for this purpose. */
export const sealPurpose = 'token of a provider';

/**
 * The address to which a provider sends a browser back: the same as in Strapi.
 *
 * @throws SignInFailure if the configuration names no public address
 */
export const redirectAddress = ({ config }: Pick<Service, 'config'>, { path }: Pick<Provider, 'path'>): string => {
  const address = apiAddress(config);
  if (address === '')
    throw new SignInFailure('unavailable', 'signIn.url and editor.url are empty: write the public address of the API');
  return new URL(path, address).href;
};
