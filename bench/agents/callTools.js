// @ts-check
// Sends calls to the bundle of the function `mcp` in a fresh process, as API Gateway does, and measures the CPU time of each kind, and
// the memory. Its last line of output is the result. It imports nothing itself, so that the bundle loads everything it needs.
const { performance, process } = globalThis;

const [, , file = '', token = '', typesText = '', callsText = ''] = process.argv;
const [types, calls] = [Number(typesText), Number(callsText)];

/** @type {unknown} */
const imported = await import(file);
const bundle =
  /** @type {{ handler: (event: unknown, context: object) => Promise<{ statusCode: number, body: string }> }} */ (
    imported
  );

/** @typedef {{ content: readonly { text: string }[], isError?: boolean }} Result of a tool */

let messages = 0;

/**
 * @param {string} method
 * @param {object} params
 * @returns {Promise<Result>} the result of the message
 */
const send = async (method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++messages, method, params });
  const routeKey = 'ANY /mcp';
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    ...{ accept: 'application/json, text/event-stream' },
  };
  const { statusCode, body: text } = await bundle.handler(
    {
      ...{ version: '2.0', routeKey, rawPath: '/mcp', rawQueryString: '', isBase64Encoded: false, headers, body },
      pathParameters: {},
      requestContext: {
        ...{ accountId: '', apiId: '', domainName: 'example.org', domainPrefix: '', stage: '$default', routeKey },
        http: { method: 'POST', path: '/mcp', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: '' },
        ...{ requestId: String(messages), time: new Date().toISOString(), timeEpoch: Date.now() },
      },
    },
    {},
  );
  /** @type {unknown} */
  const parsed = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  const message = /** @type {{ error?: unknown, result: Result }} */ (parsed);
  if (statusCode !== 200 || message.error !== undefined) throw new Error(`${method} answers ${statusCode}: ${text}`);
  return message.result;
};

/**
 * @param {string} name
 * @param {object} args
 */
const call = async (name, args) => {
  const { content, isError } = await send('tools/call', { name, arguments: args });
  const [{ text } = { text: '' }] = content;
  if (isError === true) throw new Error(`${name} answers ${text}`);
  return text;
};

const typeAt = (/** @type {number} */ index) => `products-${index % types}`;
const data = { attribute0: 'A name', attribute2: 'A text', cards: [{ title: 'A card' }] };

/** @type {Map<string, string>} */
const documents = new Map();

const documentIn = async (/** @type {string} */ type) => {
  const known = documents.get(type);
  if (known !== undefined) return known;
  /** @type {unknown} */
  const created = JSON.parse(await call('create_document', { type, data }));
  const { documentId } = /** @type {{ document: { documentId: string } }} */ (created).document;
  documents.set(type, documentId);
  return documentId;
};

/** @type {Readonly<Record<string, (index: number) => Promise<unknown>>>} */
const kinds = {
  'tools/list': () => send('tools/list', {}),
  'resources/list': () => send('resources/list', {}),
  list_types: () => call('list_types', {}),
  'list_types with type': (index) => call('list_types', { type: typeAt(index) }),
  create_document: (index) => call('create_document', { type: typeAt(index), data }),
  list_documents: (index) => call('list_documents', { type: typeAt(index), populate: '*', pageSize: 5 }),
  read_document: async (index) => {
    const type = typeAt(index);
    await call('read_document', { type, documentId: documents.get(type) });
  },
  update_document: async (index) => {
    const type = typeAt(index);
    await call('update_document', { type, documentId: documents.get(type), data: { attribute0: `Name ${index}` } });
  },
  document_history: async (index) => {
    const type = typeAt(index);
    await call('document_history', { type, documentId: documents.get(type) });
  },
  review: async (index) => {
    const type = typeAt(index);
    await call('review', { type, documentId: documents.get(type) });
  },
};

const megabytes = async () => {
  // References that are weak keep their objects until the event loop goes on.
  await new Promise((resolve) => {
    globalThis.setTimeout(resolve, 10);
  });
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 };
};

/** Each kind once for each type: what a process keeps of a type, it has then. */
for (let index = 0; index < types; index++) await documentIn(typeAt(index));
for (const run of Object.values(kinds)) for (let index = 0; index < types; index++) await run(index);

const begin = await megabytes();
const rows = [];
for (const [name, run] of Object.entries(kinds)) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let index = 0; index < calls; index++) await run(index);
  const { user, system } = process.cpuUsage(cpu);
  rows.push({
    name,
    cpu: (user + system) / 1000 / calls,
    wall: (performance.now() - began) / calls,
    ...(await megabytes()),
  });
}
process.stdout.write(`${JSON.stringify({ begin, rows, peak: process.resourceUsage().maxRSS / 1024 })}\n`);
process.exit();

export {};
