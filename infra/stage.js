// @ts-check
// Reads and validates the parameters of a stage, which serverless.yml and the command line can set.

/**
 * @typedef {object} Variables the argument with which the Serverless Framework calls a function in a file
 * @property {(address: string) => Promise<string | number | boolean | null>} resolveVariable
 */

/**
 * The parameters of every stage.
 *
 * @type {Readonly<Record<string, string>>}
 */
const defaults = {
  // The secrets that exist in SSM below /<service>/<stage>/. Secrets of secrets.js that are missing here are not used.
  secrets: 'mongodb-uri,token-secret,jwt-secret',
  // The domain of the site and its certificate in ACM (us-east-1); if empty, the domain that CloudFront assigns.
  domain: '',
  certificate: '',
  // How many seconds CloudFront caches answers to anonymous reads, unless `cache.types` sets another time.
  edgeSeconds: '0',
  logDays: '14',
  tracing: 'false',
  // The e-mail address for alarms, and the number of concurrent functions that raises one; each function has four
  // connections to MongoDB.
  alarmEmail: '',
  alarmConcurrency: '100',
  // How many requests the gateway takes in a second, and at once; it answers more with 429. With requests of a tenth of a second
  // these are 120 functions at once, whose connections fit into the 500 of the smallest clusters.
  throttleRate: '200',
  throttleBurst: '100',
  // How many connections to MongoDB all functions may have together: their concurrency is reserved. 0: nothing is reserved.
  connections: '0',
  // The ARN of a web ACL of WAF (us-east-1) that CloudFront asks, and in which parts of the world CloudFront answers.
  webAcl: '',
  priceClass: '100',
  // Whether CloudFront writes access logs to a bucket.
  edgeLogs: 'false',
  // For how many days the bucket keeps what is deleted or overwritten. 0: not at all.
  mediaVersionDays: '0',
  // The ARN of the customer's key that encrypts the secrets; if empty, the key of SSM itself.
  kmsKey: '',
  // Comma-separated lists, if MongoDB is reached through a VPC.
  vpcSubnets: '',
  vpcSecurityGroups: '',
  // The ARN of a version of a network connector of Lambda, by which a web function reaches the VPC.
  networkConnector: '',
};

/** Other parameters of the stage `prod`. @type {Readonly<Record<string, string>>} */
const prodDefaults = { edgeSeconds: '10', logDays: '90', mediaVersionDays: '30' };

/** @param {string} text a comma-separated list */
const splitList = (text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Lets CloudFormation substitute references like `${AWS::Region}`. @param {string} text */
export const sub = (text) => ({ 'Fn::Sub': text });

/** Adds the region: names at CloudFront are unique in the account, across regions. @param {string} name */
export const nameInRegion = (name) => sub(`${name}-\${AWS::Region}`);

/** At most 21 characters, because S3 limits the bucket's name to 63, with the account and the longest region in it. */
const stageName = /^[a-z\d](?:[a-z\d-]{0,19}[a-z\d])?$/;

/**
 * @param {Variables} variables
 * @throws Error for an invalid name of the stage, for an invalid parameter, and for a parameter without another that it
 *   needs
 */
export const readStage = async ({ resolveVariable }) => {
  const name = String(await resolveVariable("opt:stage, self:provider.stage, 'dev'"));
  if (!stageName.test(name))
    throw new Error(`The stage "${name}": write at most 21 small letters, digits and hyphens between them`);
  /** @param {string} parameter */
  const readText = async (parameter) => {
    const value = (name === 'prod' ? prodDefaults[parameter] : undefined) ?? defaults[parameter] ?? '';
    return String(await resolveVariable(`param:${parameter}, '${value}'`));
  };
  /** @param {string} parameter @param {RegExp} form @param {string} advice */
  const readMatching = async (parameter, form, advice) => {
    const value = await readText(parameter);
    if (!form.test(value)) throw new Error(`The parameter "${parameter}": write ${advice}, not "${value}"`);
    return value;
  };
  /** @param {string} parameter */
  const readSwitch = async (parameter) =>
    (await readMatching(parameter, /^(?:true|false)$/, 'true or false')) === 'true';
  /** @param {string} parameter */
  const readNumber = async (parameter) => Number(await readMatching(parameter, /^\d{1,9}$/, 'a whole number'));
  const service = String(await resolveVariable('self:service'));
  const prefix = `${service}-${name}`;
  const [domain, certificate] = [await readText('domain'), await readText('certificate')];
  if (domain !== '' && certificate === '')
    throw new Error(`The parameter "certificate": write the ARN of the certificate of ${domain} in ACM, in us-east-1`);
  const vpc = {
    subnets: splitList(await readText('vpcSubnets')),
    securityGroups: splitList(await readText('vpcSecurityGroups')),
  };
  if (vpc.subnets.length > 0 && vpc.securityGroups.length === 0)
    throw new Error('The parameter "vpcSecurityGroups": write the security groups of the functions in vpcSubnets');
  return {
    name,
    prefix,
    /** The path of its secrets in SSM, and the names of the secrets: each stage has the one that edgeSecret.js creates. */
    parameters: `/${service}/${name}`,
    secrets: [...new Set([...splitList(await readText('secrets')), 'edge-secret'])],
    /**
     * A fixed name, because the bucket and one function refer to each other: references to the resources would make a
     * cycle.
     */
    bucket: `${prefix}-media-\${AWS::AccountId}-\${AWS::Region}`,
    domain,
    certificate,
    edgeSeconds: await readNumber('edgeSeconds'),
    logDays: await readNumber('logDays'),
    tracing: await readSwitch('tracing'),
    alarmEmail: await readText('alarmEmail'),
    alarmConcurrency: await readNumber('alarmConcurrency'),
    throttle: { rate: await readNumber('throttleRate'), burst: await readNumber('throttleBurst') },
    connections: await readNumber('connections'),
    webAcl: await readMatching(
      'webAcl',
      /^(?:arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+)?$/,
      'the ARN of a web ACL for CloudFront, in us-east-1',
    ),
    priceClass: await readMatching('priceClass', /^(?:100|200|All)$/, '100, 200 or All'),
    edgeLogs: await readSwitch('edgeLogs'),
    mediaVersionDays: await readNumber('mediaVersionDays'),
    kmsKey: await readMatching('kmsKey', /^(?:arn:aws[\w-]*:kms:.+:key\/.+)?$/, 'the ARN of a key in KMS'),
    vpc,
    networkConnector: await readText('networkConnector'),
  };
};

/** @typedef {Awaited<ReturnType<typeof readStage>>} Stage */

/** The prefixes of keys that CloudFront serves: uploaded files, and the editor. */
export const uploadsPrefix = 'uploads/';
export const editorPrefix = 'editor/';

/** The prefix of deleted files in the trash. Nothing serves it. */
export const trashPrefix = `trash/${uploadsPrefix}`;

/** The prefixes of files, sent whole or in parts, that Lectern has not checked yet (lib/media). */
export const sentPrefixes = [`${uploadsPrefix}sent_`, `${uploadsPrefix}parts_`];

/** The prefix of pictures that wait for their formats. */
export const pendingPrefix = `${uploadsPrefix}pending_`;
