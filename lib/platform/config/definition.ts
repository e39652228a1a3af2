// What can be configured: one JSON Schema is the check, the type, the defaults and the documentation.

/** A number: `title` says what it is for, `description` what to write. */
const whole = <Default extends number>(title: string, value: Default, minimum: number, maximum: number) =>
  ({
    type: 'integer',
    title,
    description: `a whole number from ${minimum} to ${maximum}`,
    minimum,
    maximum,
    default: value,
  }) as const;

const flag = (title: string, value: boolean) =>
  ({ type: 'boolean', title, description: 'true or false', default: value }) as const;

const text = <const Default extends string = ''>(title: string, value = '' as Default) =>
  ({ type: 'string', title, description: 'a text', default: value }) as const;

/** Where a link leads; empty: nowhere yet. */
const address = (title: string) =>
  ({
    type: 'string',
    title,
    description: 'an address, such as "https://example.org/page"',
    pattern: '^(https?://[^\\s]+)?$',
    default: '',
  }) as const;

const choice = <const Choice extends string>(title: string, choices: readonly [Choice, ...Choice[]]) =>
  ({
    type: 'string',
    title,
    description: `one of ${choices.join(', ')}`,
    enum: choices,
    default: choices[0],
  }) as const;

/** Where a link leads to, with names in braces where what it is about stands. */
const pattern = (title: string, names: readonly string[], needed: string) =>
  ({
    type: 'string',
    title,
    description: `an address with {${needed}} in it, and perhaps ${names.map((name) => `{${name}}`).join(', ')}`,
    pattern: `^$|^(?=.*\\{${needed}\\})https?://(?:[^\\s{}]|\\{(?:${[...names, needed].join('|')})\\})+$`,
    default: '',
  }) as const;

/** A list: `title` says what it is for, `description` what to write in it. */
const texts = (title: string, value: readonly string[], pattern: string, description: string) =>
  ({
    type: 'array',
    title,
    description: 'a list',
    items: { type: 'string', pattern, description },
    default: value,
  }) as const;

const group = <Properties extends object>(properties: Properties) =>
  ({ type: 'object', description: 'an object', properties, additionalProperties: false }) as const;

/** One that need not be written: each of its properties has a default. */
const section = <Properties extends object>(properties: Properties) => ({ ...group(properties), default: {} });

/** A section for each of several names, none of which need be written. */
const byName = <Properties extends object>(description: string, properties: Properties) =>
  ({ type: 'object', description, additionalProperties: group(properties), default: {} }) as const;

const limit = (perAddress: number, perIdentifier: number) =>
  section({
    perAddress: whole('attempts from one address', perAddress, 1, 1_000_000),
    perIdentifier: whole('attempts with one name or email', perIdentifier, 1, 1_000_000),
  });

export const definition = group({
  api: section({
    rest: section({
      defaultLimit: whole(
        'documents on a page where the query does not say, never more than `maxLimit`',
        25,
        1,
        10_000,
      ),
      maxLimit: whole('documents on a page at the most', 100, 1, 10_000),
      withCount: flag('whether pages tell how many documents there are in all, where the query does not say', true),
      // Lambda returns 6 MB, counted after JSON was made text inside JSON.
      maxResponseBytes: whole(
        'bytes of an answer at the most; Lambda can return about 5 MB',
        5_000_000,
        1024,
        100_000_000,
      ),
      // Both versions of a document must fit the 16 MB that MongoDB allows.
      maxBodyBytes: whole('bytes of a request body at the most', 1_048_576, 1024, 16_777_216),
      // MongoDB nests 20 lookups: as many as a populate has levels, and a sort at the end of it.
      maxDepth: whole('relations and components on one path of `filters`, `sort` or `populate` at the most', 10, 1, 10),
      // A stage each at the most, and a pipeline has at most 1,000.
      maxPopulated: whole('relations, components and zones that one query populates at the most', 200, 1, 500),
    }),
  }),
  docs: flag('whether `/openapi.json` and `/docs` are there', true),
  http: section({
    trustedProxies: whole('proxies between callers and Lectern whose `X-Forwarded-For` is believed', 0, 0, 20),
    cors: section({
      origins: texts(
        'sites whose pages may read answers; `*`: all',
        ['*'],
        '^(?:\\*|[a-z][a-z0-9+.-]*://[^\\sA-Z*/?#@]+)$',
        '"*" or an origin as browsers send it, like "https://www.example.org"',
      ),
      credentials: flag('whether pages of the sites named there may send cookies; those of `*` never may', false),
      headers: texts(
        'headers that pages may send, beside those that Lectern reads',
        [],
        '^[A-Za-z0-9-]+$',
        'the name of a header',
      ),
      maxAge: whole('seconds that browsers remember all this', 86_400, 0, 31_536_000),
    }),
    // Only for `npm start` and `npm run dev`: API Gateway has its own limits.
    server: section({
      headersSeconds: whole('seconds for the headers of a request to arrive', 10, 1, 300),
      bodySeconds: whole(
        'seconds for a whole body, for the next piece of a form, and for a client to go on reading its answer',
        30,
        1,
        3_600,
      ),
      formSeconds: whole('seconds for a whole form with files to arrive', 3_600, 1, 86_400),
      maxConnections: whole('connections that are served at once', 1_000, 1, 100_000),
      maxBufferedBytes: whole(
        'bytes held in memory of bodies that have not arrived completely',
        8_388_608,
        1_024,
        8_589_934_592,
      ),
    }),
  }),
  cache: section({
    types: byName('an object of content types by their uids, such as "api::article.article"', {
      maxAge: whole('seconds that browsers may keep what is asked of the type', 0, 0, 31_536_000),
      sharedMaxAge: whole('seconds that caches may keep it for others', 0, 0, 31_536_000),
      staleWhileRevalidate: whole('seconds more that caches may answer with it while they ask anew', 0, 0, 31_536_000),
    }),
  }),
  auth: section({
    register: flag('whether anyone may register', true),
    registerFields: texts('attributes that a project added to users and who registers may give', [], '', 'a name'),
    forgotPassword: flag('whether who forgot their password is sent a link to set another', true),
    emailConfirmation: flag('whether who registers must confirm their email address before they log in', false),
    sessionSeconds: whole('seconds that a session lasts', 2_592_000, 60, 31_536_000),
    refresh: flag('whether a session has short JWTs, and a token to get the next with', false),
    accessSeconds: whole('seconds that a JWT lasts where there are such tokens', 600, 30, 86_400),
    resetPasswordUrl: address('the page of the site that sets a new password; `?code=` is added'),
    confirmationUrl: address(
      'where `/api/auth/email-confirmation` is seen from outside, or a page that asks it; `?confirmation=` is added',
    ),
    confirmationRedirectUrl: address('the page of the site that follows a confirmation'),
    limits: section({
      seconds: whole('how long attempts are counted together', 300, 1, 86_400),
      // One address alone must not use up what all have together for an identifier: nobody locks out another by it.
      login: limit(20, 50),
      // What sends mail to whoever is named: few, from wherever they come.
      register: limit(20, 5),
      forgot: limit(20, 5),
    }),
  }),
  upload: section({
    provider: choice('where files are stored: `local` in a folder, `s3` in a bucket', ['local', 's3']),
    folder: text('the folder of `local`', '.data/uploads'),
    // S3 takes no more in one piece.
    sizeLimit: whole(
      'bytes of a file, or of the files of a form together, at the most',
      209_715_200,
      1024,
      5_000_000_000,
    ),
    formats: choice('what the sizes of pictures are made as; `original`: as what the picture is', [
      'original',
      'webp',
      'avif',
    ]),
    s3: section({
      bucket: text('the bucket of `s3`'),
      region: text('its region; empty: that of the environment'),
      prefix: text('what keys begin with, such as `uploads/`'),
      endpoint: address('where the API of the bucket is, if it is not that of AWS'),
      url: address('where sites find the files, such as a CloudFront distribution; empty: the bucket'),
      // As long as Amazon lets a signature be valid.
      signedSeconds: whole(
        'seconds that addresses in a private bucket are good for, which are signed; 0: they are not signed',
        0,
        0,
        604_800,
      ),
    }),
  }),
  webhooks: section({
    allowPrivate: flag(
      'whether webhooks may lead to private addresses, such as `localhost` and those of the own network',
      false,
    ),
  }),
  preview: section({
    url: pattern(
      'the page that shows drafts, with `{token}`; also `{type}`, `{plural}`, `{documentId}`, `{locale}`',
      ['type', 'plural', 'documentId', 'locale'],
      'token',
    ),
    // One that is out cannot be taken back.
    maxSeconds: whole('seconds that preview links hold at the most', 604_800, 1, 604_800),
  }),
  mail: section({
    transport: choice('`log` writes mails to stderr; `smtp` and `ses` send them', ['log', 'smtp', 'ses']),
    from: text('who mails are from'),
    replyTo: text('who answers to mails go to'),
  }),
});

/** The value that a schema describes, its defaults filled in. */
type Described<Schema> = Schema extends { readonly properties: infer Properties }
  ? { readonly [Name in keyof Properties]: Described<Properties[Name]> }
  : Schema extends { readonly type: 'integer' }
    ? number
    : Schema extends { readonly type: 'boolean' }
      ? boolean
      : Schema extends { readonly enum: readonly (infer Choice)[] }
        ? Choice
        : Schema extends { readonly type: 'string' }
          ? string
          : Schema extends { readonly type: 'array' }
            ? readonly string[]
            : Schema extends { readonly additionalProperties: infer Named extends object }
              ? Readonly<Record<string, Described<Named>>>
              : never;

export type Settings = Described<typeof definition>;
