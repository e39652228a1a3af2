// Resolves the names of hosts that Lectern calls, apart from all other work of the process.
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import pLimit from 'p-limit';

/** What asks name servers. */
type NameServers = Readonly<Record<'resolve4' | 'resolve6', (host: string) => Promise<readonly string[]>>>;

/** Asks the operating system, which also knows search domains. */
type SystemLookup = (host: string) => Promise<readonly LookupAddress[]>;

/** How long name servers may take, and how long a name may take: half of the time of a call. */
const [nameServerMs, limitMs] = [3_000, 5_000];

/** For how long a name that was not resolved fails without another query. */
const failureMs = 10_000;

/** A name that is slow for the operating system fails for this many times as long as it took, so that others have their turns. */
const slowRest = 10;

/** What name servers answer if they do not know a name, or there are none: the operating system may know it. */
const unknownCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** @throws Error that names the host after five seconds */
const withLimit = <T>(host: string, search: Promise<T>): Promise<T> =>
  Promise.race([
    search,
    wait(limitMs).then(() => {
      throw new Error(`The name ${host} was not resolved in ${limitMs / 1000} s`);
    }),
  ]);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Systems without the file have nothing in it. */
const readHostsFile = (): Promise<string> => readFile('/etc/hosts', 'utf8').catch(() => '');

const systemLookup: SystemLookup = (host) => lookup(host, { all: true });

/**
 * The operating system resolves names on two of the four threads of the process, for as long as it wants, and logins by a provider and
 * connections to the database wait for these two. So this reads the hosts file and asks name servers, which takes no such thread, and
 * the operating system for one name at a time, and only for those that neither knows. Receivers and all others have one of the two
 * threads each.
 */
export class HostNames {
  private readonly nameServers: NameServers;
  private readonly system: SystemLookup;
  private readonly readHosts: () => Promise<string>;
  private readonly systemTurn = pLimit(1);
  /** Those in progress, and those that failed lately, by name. */
  private readonly searches = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(
    nameServers: NameServers = new Resolver({ timeout: 1_000, tries: 2 }),
    system = systemLookup,
    readHosts = readHostsFile,
  ) {
    this.nameServers = nameServers;
    this.system = system;
    this.readHosts = readHosts;
  }

  /**
   * Resolves a name once for all that ask for it at the same time.
   *
   * @returns at least one address, those of IPv4 first
   * @throws Error that names the host, if it is not resolved in five seconds, or failed lately
   */
  find(host: string): Promise<readonly LookupAddress[]> {
    return withLimit(host, this.searches.get(host) ?? this.beginSearch(host));
  }

  /**
   * Asks for the name in a URL before `fetch`, which takes no other way to resolve it than the operating system: a name that is slow
   * then keeps none of the threads.
   *
   * @throws Error as `find`
   */
  async requireResolvable(url: string | URL): Promise<void> {
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) === 0) await this.find(host);
  }

  private beginSearch(host: string): Promise<readonly LookupAddress[]> {
    let restMs: Promise<number> | undefined;
    const search = this.search(host, (lookupMs) => {
      restMs = lookupMs.then((ms) => Math.max(failureMs, ms > limitMs ? slowRest * ms : 0));
    });
    this.searches.set(host, search);
    const forget = (): void => void this.searches.delete(host);
    // Until the operating system gives up, nothing asks it for the name again.
    search.then(forget, async () => setTimeout(forget, (await restMs) ?? failureMs).unref());
    return search;
  }

  /** As everywhere, what the hosts file has comes before name servers. */
  private async findInHostsFile(host: string): Promise<readonly LookupAddress[]> {
    return (await this.readHosts()).split('\n').flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
      const family = isIP(address);
      return family !== 0 && names.includes(host.toLowerCase()) ? [{ address, family }] : [];
    });
  }

  private async search(host: string, onLookup: (lookupMs: Promise<number>) => void): Promise<readonly LookupAddress[]> {
    const inFile = await this.findInHostsFile(host);
    const found = inFile.length > 0 ? inFile : await this.askNameServers(host);
    const addresses = found ?? (await this.askSystem(host, onLookup));
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses.toSorted((one, other) => one.family - other.family);
  }

  /**
   * Its limit of time begins with its turn, which lasts until the operating system gives up.
   *
   * @param onLookup is called when the turn begins, with the time that it takes, in milliseconds
   */
  private askSystem(host: string, onLookup: (lookupMs: Promise<number>) => void): Promise<readonly LookupAddress[]> {
    return new Promise((resolve, reject) => {
      void this.systemTurn(() => {
        const [lookup, begunAt] = [this.system(host), Date.now()];
        const lookupMs = Promise.allSettled([lookup]).then(() => Date.now() - begunAt);
        onLookup(lookupMs);
        withLimit(host, lookup).then(resolve, reject);
        return lookupMs;
      });
    });
  }

  /** @returns undefined for a name that they do not know @throws Error if they do not answer */
  private async askNameServers(host: string): Promise<readonly LookupAddress[] | undefined> {
    const addresses: LookupAddress[] = [];
    const faults: unknown[] = [];
    const collect = async (family: 4 | 6, answer: Promise<readonly string[]>): Promise<void> => {
      try {
        for (const address of await answer) addresses.push({ address, family });
      } catch (error) {
        faults.push(error);
      }
    };
    // Some name servers answer for one kind of address, and never for the other.
    await Promise.race([
      Promise.all([collect(4, this.nameServers.resolve4(host)), collect(6, this.nameServers.resolve6(host))]),
      wait(nameServerMs),
    ]);
    if (addresses.length > 0) return addresses;
    if (faults.length === 2 && faults.every((fault) => unknownCodes.has(codeOf(fault)))) return undefined;
    throw new Error(`The name servers did not resolve ${host}`, { cause: faults[0] });
  }
}

/** The names of what the owner of the site has configured: providers, caches. */
export const hostNames = new HostNames();

/** The names of receivers of webhooks: one that the operating system does not resolve keeps no turn of a login. */
export const receiverNames = new HostNames();

/** Makes the `lookup` option of an HTTP request. @param find returns at least one address of a name */
export const lookupWith =
  (find: (host: string) => Promise<readonly LookupAddress[]>): LookupFunction =>
  (host, options, done) => {
    find(host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) done(null, [...addresses]);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)), '');
      },
    );
  };
