// Declares all settings in one JSON Schema, which is the check, the type, the defaults and the documentation.
import { picturePattern } from '../../schema/index.ts';
import { auditSubscription, eventNames } from '../eventNames.ts';

/** A whole number. `title` says what the setting means, `description` what to write. */
const integerSetting = <Default extends number>(title: string, value: Default, minimum: number, maximum: number) =>
  ({
    type: 'integer',
    title,
    description: `a whole number from ${minimum} to ${maximum}`,
    minimum,
    maximum,
    default: value,
  }) as const;

const booleanSetting = (title: string, value: boolean) =>
  ({ type: 'boolean', title, description: 'true or false', default: value }) as const;

const textSetting = <const Default extends string = ''>(title: string, value = '' as Default) =>
  ({ type: 'string', title, description: 'a text', default: value }) as const;

/** A URL; empty: not set. */
const urlSetting = (title: string) =>
  ({
    type: 'string',
    title,
    description: 'an address, such as "https://example.org/page"',
    pattern: '^(https?://[^\\s]+)?$',
    default: '',
  }) as const;

const choiceSetting = <const Choice extends string>(title: string, choices: readonly [Choice, ...Choice[]]) =>
  ({
    type: 'string',
    title,
    description: `one of ${choices.join(', ')}`,
    enum: choices,
    default: choices[0],
  }) as const;

/** A URL with placeholders in braces. */
const urlTemplateSetting = (title: string, names: readonly string[], needed: string) =>
  ({
    type: 'string',
    title,
    description: `an address with {${needed}} in it, and perhaps ${names.map((name) => `{${name}}`).join(', ')}`,
    pattern: `^$|^(?=.*\\{${needed}\\})https?://(?:[^\\s{}]|\\{(?:${[...names, needed].join('|')})\\})+$`,
    default: '',
  }) as const;

/** An address of the site with the names of attributes in braces. */
const linkTemplateSetting = (title: string) =>
  ({
    type: 'string',
    title,
    description: 'an address with names of attributes in braces, such as "https://example.org/{plural}/{slug}"',
    pattern: '^$|^(?:https?://|/(?!/))(?:[^\\s{}]|\\{[\\w-]+\\})*$',
    default: '',
  }) as const;

/** A text of this form. `description` says what to write. */
const patternSetting = (title: string, pattern: string, description: string) =>
  ({ type: 'string', title, description, pattern, default: '' }) as const;

/** A list of strings. `title` says what the setting means, `description` what to write as an entry. */
const listSetting = (title: string, value: readonly string[], pattern: string, description: string) =>
  ({
    type: 'array',
    title,
    description: 'a list',
    items: { type: 'string', pattern, description },
    default: value,
  }) as const;

const linkSchema = {
  type: 'object',
  description: 'an object such as {"label": "Style guide", "url": "https://example.org/style"}',
  properties: {
    label: { type: 'string', description: 'a text', minLength: 1 },
    url: { type: 'string', description: 'an address, or a path that begins with /', pattern: '^(https?:/)?/\\S+$' },
  },
  required: ['label', 'url'],
  additionalProperties: false,
} as const;

/** Links with their texts. */
const linksSetting = (title: string) =>
  ({ type: 'array', title, description: 'a list', items: linkSchema, default: [] }) as const;

const eventsSetting = () =>
  ({
    ...listSetting('its events, and `audit.*` for the rows of the audit log; empty: all events', [], '', ''),
    items: {
      type: 'string',
      enum: [...eventNames, auditSubscription],
      description: 'the name of an event, or audit.*',
    },
  }) as const;

const group = <Properties extends object>(properties: Properties) =>
  ({ type: 'object', description: 'an object', properties, additionalProperties: false }) as const;

/** A group that may be missing, because each of its properties has a default. */
const section = <Properties extends object>(properties: Properties) => ({ ...group(properties), default: {} });

/** A group for each name that the site chooses. */
const sectionByName = <Properties extends object>(description: string, properties: Properties) =>
  ({ type: 'object', description, additionalProperties: group(properties), default: {} }) as const;

/** Texts by names that the site chooses. */
const textsByNameSetting = (title: string, description: string) =>
  ({
    type: 'object',
    description,
    additionalProperties: { type: 'string', title, description: 'a text', minLength: 1 },
    default: {},
  }) as const;

const rateLimitSetting = (perAddress: number, perIdentifier: number) =>
  section({
    perAddress: integerSetting('attempts from one IP address', perAddress, 1, 1_000_000),
    perIdentifier: integerSetting('attempts with one name or email address', perIdentifier, 1, 1_000_000),
  });

export const settingsSchema = group({
  api: section({
    rest: section({
      defaultLimit: integerSetting(
        'documents on a page if the query sets no limit; never more than `maxLimit`',
        25,
        1,
        10_000,
      ),
      maxLimit: integerSetting('the most documents on a page', 100, 1, 10_000),
      withCount: booleanSetting('whether a page counts all matching documents, if the query does not say', true),
      // Lambda returns at most 6 MB, including the escapes of JSON as a string inside JSON.
      maxResponseBytes: integerSetting(
        'the most bytes of an answer; Lambda can return about 5 MB',
        5_000_000,
        1024,
        100_000_000,
      ),
      // Both versions of a document must fit into MongoDB's limit of 16 MB.
      maxBodyBytes: integerSetting('the most bytes of a request body', 1_048_576, 1024, 16_777_216),
      // MongoDB nests at most 20 lookups: one for each level of a populate, and one for each level of a sort in the last.
      maxDepth: integerSetting(
        'the most relations and components on one path of `filters`, `sort` or `populate`',
        10,
        1,
        10,
      ),
      // Each needs at most one stage, and a pipeline has at most 1,000.
      maxPopulated: integerSetting('the most relations, components and zones that one query populates', 200, 1, 500),
      maxReadCost: integerSetting(
        'the most that a read may cost with credentials: about milliseconds of the database',
        10_000,
        1,
        1_000_000,
      ),
      maxPublicReadCost: integerSetting('the same without credentials', 4_000, 1, 1_000_000),
      componentIds: booleanSetting(
        'whether components and entries of dynamic zones have an integer `id`, as in Strapi',
        false,
      ),
      defaultOrder: choiceSetting('the order of a list without `sort`; `id`: as in Strapi', ['createdAt', 'id']),
      deepPopulate: integerSetting(
        'the depth of `populate=deep` and of `pLevel` if the query names none; 0: neither is known',
        0,
        0,
        11,
      ),
    }),
  }),
  docs: booleanSetting('whether Lectern serves `/openapi.json` and `/docs`', true),
  http: section({
    trustedProxies: integerSetting(
      'the number of proxies in front of Lectern whose `X-Forwarded-For` it trusts',
      0,
      0,
      20,
    ),
    cors: section({
      origins: listSetting(
        'the sites whose pages may read answers; `*`: all sites',
        ['*'],
        '^(?:\\*|[a-z][a-z0-9+.-]*://[^\\sA-Z*/?#@]+)$',
        '"*" or an origin as browsers send it, like "https://www.example.org"',
      ),
      credentials: booleanSetting('whether pages of these sites may send cookies; with `*` they never may', false),
      headers: listSetting(
        'the headers that pages may send, beside those that Lectern reads',
        [],
        '^[A-Za-z0-9-]+$',
        'the name of a header',
      ),
      maxAge: integerSetting('seconds that browsers cache these rules', 86_400, 0, 31_536_000),
    }),
    // Only for `npm start` and `npm run dev`: API Gateway has its own limits.
    server: section({
      headersSeconds: integerSetting('seconds for the headers of a request to arrive', 10, 1, 300),
      bodySeconds: integerSetting(
        'seconds for a whole body to arrive, for the next piece of a form, and for a client to read more of its answer',
        30,
        1,
        3_600,
      ),
      formSeconds: integerSetting('seconds for a whole form with files to arrive', 3_600, 1, 86_400),
      maxConnections: integerSetting('the most connections at the same time', 1_000, 1, 100_000),
      maxBufferedBytes: integerSetting(
        'the most bytes of incomplete bodies in memory',
        8_388_608,
        1_024,
        8_589_934_592,
      ),
      drainSeconds: integerSetting(
        'seconds after SIGTERM in which Lectern still serves, while `/_ready` is 503; -1: 5 with `http.trustedProxies`, otherwise 0',
        -1,
        -1,
        300,
      ),
    }),
  }),
  deploy: section({
    target: choiceSetting('what answers requests on AWS: functions, or a Lambda web function', ['functions', 'web']),
    environments: integerSetting('`web`: the most environments of the server at once', 10, 2, 10_000),
    requests: integerSetting('`web`: the most requests at once in one environment', 64, 1, 128),
    poolSize: integerSetting('`web`: the most connections to MongoDB of one environment', 15, 3, 100),
  }),
  cache: section({
    types: sectionByName('an object of content types by their uids, such as "api::article.article"', {
      maxAge: integerSetting('seconds that browsers may cache answers to requests for the type', 0, 0, 31_536_000),
      sharedMaxAge: integerSetting('seconds that shared caches may store them', 0, 0, 31_536_000),
      staleWhileRevalidate: integerSetting(
        'more seconds in which caches may serve them while they fetch new ones',
        0,
        0,
        31_536_000,
      ),
    }),
    purge: section({
      provider: choiceSetting('the cache that Lectern purges when published content changes; `http`: any other', [
        'none',
        'cloudfront',
        'fastly',
        'varnish',
        'http',
      ]),
      distribution: patternSetting(
        'the id of the CloudFront distribution; empty: that of the deployment',
        '^[A-Z0-9]*$',
        'the id of a distribution, such as "E2QWRUHAPOMQZL"',
      ),
      paths: listSetting(
        'what every change purges in CloudFront where it has no cache tags, such as `/api/*`; empty: tags',
        [],
        '^/\\S*$',
        'a path that begins with /',
      ),
      service: patternSetting('the id of the Fastly service', '^[A-Za-z0-9]*$', 'the id of a service'),
      urls: listSetting(
        'the addresses that get purges: of each Varnish server, or of what purges your cache',
        [],
        '^https?://\\S+$',
        'an address, such as "http://10.0.0.5:6081/"',
      ),
    }),
  }),
  auth: section({
    register: booleanSetting('whether anyone may register', true),
    registerFields: listSetting(
      'attributes that the site added to users and that a registration may set',
      [],
      '',
      'a name',
    ),
    forgotPassword: booleanSetting('whether users who forgot their password can get a link to set a new one', true),
    emailConfirmation: booleanSetting(
      'whether new users must confirm their email address before they can log in',
      false,
    ),
    sessionSeconds: integerSetting('seconds that a session lasts', 2_592_000, 60, 31_536_000),
    refresh: booleanSetting('whether a session has short JWTs and a refresh token', false),
    accessSeconds: integerSetting('seconds that a JWT lasts if `auth.refresh` is true', 600, 30, 86_400),
    passwords: section({
      // Strapi's minimum, which front-ends check too.
      minLength: integerSetting('the fewest characters of a new password', 6, 6, 256),
      editorMinLength: integerSetting('the same for users who work in the editor', 8, 6, 256),
      refuseCommon: booleanSetting(
        'whether the most common passwords, and the name and the address of the user, are refused',
        true,
      ),
      keepBcrypt: booleanSetting(
        'whether bcrypt hashes from Strapi stay when their users log in, for a way back',
        false,
      ),
    }),
    roles: sectionByName('an object of roles by their types, such as "administrator"', {
      sessionSeconds: integerSetting(
        'the most seconds that sessions of the role last; 0: `auth.sessionSeconds`',
        0,
        0,
        31_536_000,
      ),
      idleSeconds: integerSetting(
        'seconds without a request, after the last JWT has expired, that end a session; 0: never',
        0,
        0,
        31_536_000,
      ),
    }),
    resetPasswordUrl: urlSetting('the page of the site that sets a new password; `?code=` is added'),
    confirmationUrl: urlSetting(
      'the public URL of `/api/auth/email-confirmation`, or of a page that calls it; `?confirmation=` is added',
    ),
    confirmationRedirectUrl: urlSetting('the page of the site that opens after a confirmation'),
    newDeviceMail: choiceSetting('who gets a mail after a login with a new device', ['editors', 'everyone', 'nobody']),
    limits: section({
      seconds: integerSetting('seconds of the window in which attempts are counted', 300, 1, 86_400),
      // Attempts from one address must not use up the limit of an identifier, so that nobody can lock out another user.
      login: section({
        ...rateLimitSetting(20, 50).properties,
        beforeDelay: integerSetting(
          'failed attempts with one name from one address, after which each next one has to wait twice as long, up to 15 minutes',
          5,
          1,
          1_000_000,
        ),
      }),
      // These send mail to the named address, so the limit per identifier is low.
      register: rateLimitSetting(20, 5),
      forgot: rateLimitSetting(20, 5),
      // A client refreshes its session every few minutes, and many may share an address.
      refresh: section({ perAddress: integerSetting('attempts from one IP address', 200, 1, 1_000_000) }),
    }),
  }),
  signIn: section({
    secondFactor: section({
      enabled: booleanSetting('whether users of the editor can set up a second factor, and then log in with it', true),
      requiredFor: listSetting(
        'the roles whose users cannot log in without one, by their `type`',
        [],
        '^[^\\s]+$',
        'the type of a role, such as "editor"',
      ),
      stepUpMinutes: integerSetting(
        'minutes after which changes of users, roles, tokens and webhooks ask again for the factor of a user who has one',
        30,
        1,
        1_440,
      ),
      rememberDays: integerSetting('days that a browser can be remembered; 0: it cannot', 30, 0, 365),
      members: booleanSetting('whether members of the site can set one up too', false),
      passkeyOrigins: listSetting(
        'the pages beside the editor that may use passkeys, such as those of members',
        [],
        '^https://[^\\s/]+$',
        'an origin, such as "https://www.example.org"',
      ),
      passkeyDomain: patternSetting(
        'the domain of passkeys; empty: the host in `editor.url`',
        '^([a-z0-9-]+(\\.[a-z0-9-]+)*)?$',
        'the host of the editor or a domain above it, such as "example.org"',
      ),
    }),
    url: urlSetting(
      'the public address of the API, to which providers send users back; empty: the host of `editor.url`',
    ),
    passwordLogin: choiceSetting(
      'whose passwords log them in; `members`: not those of users whose role works in the editor; `nobody`: only those of `emergencyAccounts`',
      ['everyone', 'members', 'nobody'],
    ),
    emergencyAccounts: listSetting(
      'the email addresses of users who may always log in with their password',
      [],
      '^[^\\s@]+@[^\\s@]+$',
      'an email address',
    ),
    providers: sectionByName('an object of OpenID Connect providers by names that you choose, such as "okta"', {
      label: textSetting('the text of its button in the editor; empty: its name'),
      issuer: urlSetting('its issuer, such as `https://example.okta.com`; the rest is discovered'),
      clientId: textSetting('the id of the client that it knows Lectern by'),
      scopes: listSetting('the scopes of a login', ['openid', 'profile', 'email'], '^[^\\s]+$', 'a scope'),
      parameters: textsByNameSetting(
        'a further parameter of the login page of the provider',
        'an object such as {"prompt": "select_account"}',
      ),
      rolesClaim: textSetting('the claim with the groups or roles of a user, such as `groups`', 'groups'),
      roles: textsByNameSetting(
        'the `type` of the role of a group; the first one that a user has counts',
        'an object such as {"cms-admins": "administrator", "cms-editors": "editor"}',
      ),
      defaultRole: textSetting(
        'the `type` of the role of all other users; empty: they cannot log in, unless `roles` is empty',
      ),
      linkVerifiedAddresses: booleanSetting(
        'whether a verified email address finds the user who has it; from then on, only the provider logs this user in',
        false,
      ),
      addressesAreVerified: booleanSetting(
        'whether its email addresses count as verified without `email_verified`; only for a provider whose users cannot choose them',
        false,
      ),
      recheckSeconds: integerSetting(
        'seconds after which the refresh of a session asks the provider again, if it has issued a refresh token',
        600,
        60,
        86_400,
      ),
      sessionSeconds: integerSetting('seconds that a session lasts without one', 43_200, 300, 2_592_000),
    }),
    members: sectionByName(
      'an object of providers for members by their names: those of Strapi, such as "github", or any with an issuer',
      {
        enabled: booleanSetting('whether members can log in by it', false),
        key: textSetting('the id of the client that it knows the site by'),
        callback: urlSetting('the page of the site that gets `?access_token=`'),
        callbacks: listSetting(
          'further pages that `?callback=` may name',
          [],
          '^https?://[^\\s]+$',
          'an address, such as "https://example.org/connect"',
        ),
        scope: listSetting(
          'the scopes of a login; empty: those of a name and an email address',
          [],
          '^[^\\s]+$',
          'a scope',
        ),
        issuer: urlSetting(
          'the issuer of a provider that Lectern does not know, and of `keycloak`, `auth0` and `cognito`',
        ),
        addressesAreVerified: booleanSetting(
          'whether its email addresses count as verified without `email_verified`',
          false,
        ),
      },
    ),
  }),
  scim: section({
    groups: sectionByName('an object of groups by their names at the provider, such as "Web editors"', {
      role: {
        ...patternSetting(
          'the type of the role of its users; the first group that has a user counts',
          '^[\\w-]+$',
          'the type of a role',
        ),
        default: 'authenticated',
      },
    }),
    defaultRole: textSetting(
      'the type of the role of users that SCIM creates, while none of these groups has them',
      'authenticated',
    ),
  }),
  upload: section({
    provider: choiceSetting('where files are stored: `local` in a folder, `s3` in a bucket', ['local', 's3']),
    folder: textSetting('the folder for `local`', '.data/uploads'),
    // S3 accepts no larger file in one request.
    sizeLimit: integerSetting(
      'the most bytes of a file, and of all files of a form together',
      209_715_200,
      1024,
      5_000_000_000,
    ),
    allowPrivate: booleanSetting('whether agents may upload files from private addresses, such as `localhost`', false),
    formats: choiceSetting('the file format of resized pictures; `original`: the format of the uploaded picture', [
      'original',
      'webp',
      'avif',
    ]),
    s3: section({
      bucket: textSetting('the bucket for `s3`'),
      region: textSetting('its region; empty: the region in the environment'),
      prefix: textSetting('the prefix of all keys, such as `uploads/`'),
      endpoint: urlSetting("the URL of the bucket's API, if it is not on AWS"),
      url: urlSetting('the public URL of the files, such as a CloudFront distribution; empty: the bucket'),
      // Amazon's maximum for signatures is 7 days.
      signedSeconds: integerSetting(
        'seconds that the signed addresses of files in a private bucket are valid; 0: they are not signed',
        0,
        0,
        604_800,
      ),
    }),
  }),
  trash: section({
    // Tombstones, which contain what the trash has, stay 30 days.
    days: integerSetting(
      'days in which deleted documents and files can be restored; 0: deletions are final',
      30,
      0,
      30,
    ),
  }),
  webhooks: section({
    allowPrivate: booleanSetting(
      'whether webhooks may call private addresses, such as `localhost` or an address in the local network',
      false,
    ),
  }),
  events: section({
    targets: sectionByName('an object of targets by names that you choose, such as "search"', {
      queueUrl: patternSetting(
        'the URL of the SQS queue that gets the events',
        '^(https?://[^\\s/]+/\\S+)?$',
        'the URL of a queue, such as "https://sqs.eu-west-1.amazonaws.com/123456789012/search"',
      ),
      topicArn: patternSetting(
        'or the ARN of the SNS topic',
        '^(arn:[\\w-]+:sns:[\\w-]+:\\d{12}:[\\w.-]+)?$',
        'the ARN of a topic, such as "arn:aws:sns:eu-west-1:123456789012:changes"',
      ),
      bus: patternSetting(
        'or the name or the ARN of the EventBridge event bus',
        '^(arn:[\\w-]+:events:[\\w-]+:\\d{12}:event-bus/)?[\\w./-]*$',
        'the name or the ARN of an event bus',
      ),
      events: eventsSetting(),
      types: listSetting('the content types of these events by their uids; empty: all', [], '', 'a uid'),
    }),
  }),
  search: section({
    enabled: booleanSetting('whether an index of words is kept, for searches', true),
    backend: choiceSetting('what searches: MongoDB itself, Atlas Search, or a server of Meilisearch', [
      'mongodb',
      'atlas',
      'meilisearch',
    ]),
    url: urlSetting('the URL of Meilisearch'),
    index: {
      ...patternSetting('its index; each site needs its own', '^[\\w-]{1,100}$', 'a name of letters, digits, _ and -'),
      default: 'lectern',
    },
  }),
  history: section({
    enabled: booleanSetting('whether the versions that a write replaces are kept', true),
    versions: integerSetting('how many versions of a document in a locale are kept', 100, 1, 100_000),
    days: integerSetting('days that they are kept', 180, 1, 36_500),
    publications: integerSetting('how many published and restored versions are kept', 200, 1, 100_000),
    publicationDays: integerSetting('days that these are kept', 730, 1, 36_500),
  }),
  agents: section({
    writesPerSession: integerSetting('writes of an agent before a person must decide', 1_000, 1, 1_000_000),
    costPerHour: integerSetting('what an agent may cost in an hour: 1 a call, and its reads', 100_000, 1, 10_000_000),
  }),
  graphql: section({
    enabled: booleanSetting('whether Lectern serves GraphQL at `/graphql`', false),
    introspection: choiceSetting('when clients may read the schema', ['development', 'always', 'never']),
    maxDepth: integerSetting('the most fields on one path of a document', 15, 1, 100),
    defaultLimit: integerSetting('the documents of a list without `pagination`', 10, 1, 1_000),
  }),
  audit: section({
    days: integerSetting('days that a row of the audit log is kept; 0: nothing is recorded', 90, 0, 36_500),
  }),
  preview: section({
    url: urlTemplateSetting(
      'the page that shows drafts, with `{token}`; also `{type}`, `{plural}`, `{documentId}`, `{locale}`, `{status}`',
      ['type', 'plural', 'documentId', 'locale', 'status'],
      'token',
    ),
    // A preview link cannot be revoked.
    maxSeconds: integerSetting('the most seconds that a preview link is valid', 604_800, 1, 604_800),
  }),
  links: section({
    url: linkTemplateSetting(
      'the address of a document on the site, for links in texts, with its attributes in braces; also `{type}`, `{plural}`, `{documentId}`, `{locale}`; empty: links need an address',
    ),
    types: sectionByName('an object of content types by their uids, such as "api::article.article"', {
      url: linkTemplateSetting('the same for one type'),
    }),
  }),
  editor: section({
    enabled: booleanSetting('whether Lectern serves the editor at `/editor/`', true),
    name: textSetting('the name of the site in the editor', 'Lectern'),
    logo: patternSetting(
      'the picture beside the name: a file in `extensions/editor/`, or a path such as `/uploads/logo.svg`',
      `^(${picturePattern})?$`,
      'the name of a picture in extensions/editor, such as "logo.svg", or a path that begins with /',
    ),
    color: patternSetting(
      'the color of buttons and links; made darker or lighter until texts on it can be read',
      '^(#[0-9A-Fa-f]{6})?$',
      'a color, such as "#0b6e4f"',
    ),
    links: linksSetting('the links on the first screen, such as `[{ "label": "Style guide", "url": "https://…" }]`'),
    url: urlSetting('the public address of the editor, for links to set a password, and agents that sign in'),
    presence: booleanSetting('whether the editor shows who else has a document open', true),
  }),
  mail: section({
    transport: choiceSetting('`log` writes mails to stderr; `smtp` and `ses` send them', ['log', 'smtp', 'ses']),
    from: textSetting('the sender of mails'),
    replyTo: textSetting('the address for replies to mails'),
    language: choiceSetting('the language of mails', ['en', 'de']),
  }),
});

/** The type of the value that a schema describes, with its defaults filled in. */
type SettingsType<Schema> = Schema extends { readonly properties: infer Properties }
  ? { readonly [Name in keyof Properties]: SettingsType<Properties[Name]> }
  : Schema extends { readonly type: 'integer' }
    ? number
    : Schema extends { readonly type: 'boolean' }
      ? boolean
      : Schema extends { readonly enum: readonly (infer Choice)[] }
        ? Choice
        : Schema extends { readonly type: 'string' }
          ? string
          : Schema extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly SettingsType<Item>[]
            : Schema extends { readonly additionalProperties: infer Named extends object }
              ? Readonly<Record<string, SettingsType<Named>>>
              : never;

export type Settings = SettingsType<typeof settingsSchema>;
