// @ts-check
// What a stage is deployed with: its parameters (serverless.yml), read once and named.

/**
 * @typedef {object} Variables what the Serverless Framework hands to a function of a file
 * @property {(address: string) => Promise<string | number | boolean | null>} resolveVariable
 */

/** @param {string} text a list, with commas */
const splitList = (text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** What CloudFormation knows of where it deploys to, in a text. @param {string} text */
export const sub = (text) => ({ 'Fn::Sub': text });

/** Of the bucket, which has the stage in its name, S3 allows no more: 63 characters, an account and the longest region among them. */
const stageName = /^[a-z\d](?:[a-z\d-]{0,19}[a-z\d])?$/;

/**
 * @param {Variables} variables
 * @throws Error for a stage that nothing can be named by, for a parameter that says nothing, and for one that does not without another
 */
export const stageOf = async ({ resolveVariable }) => {
  /** @param {string} name */
  const readText = async (name) => String((await resolveVariable(`param:${name}`)) ?? '');
  /** @param {string} name @param {RegExp} form @param {string} advice */
  const readMatching = async (name, form, advice) => {
    const value = await readText(name);
    if (!form.test(value)) throw new Error(`The parameter "${name}": write ${advice}, not "${value}"`);
    return value;
  };
  /** @param {string} name */
  const readNumber = async (name) => Number(await readMatching(name, /^\d{1,9}$/, 'a whole number'));
  const name = String(await resolveVariable('self:provider.stage'));
  if (!stageName.test(name))
    throw new Error(`The stage "${name}": write at most 21 small letters, digits and hyphens between them`);
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
    /** Where its secrets are in SSM, and which there are. */
    parameters: `/${service}/${name}`,
    secrets: splitList(await readText('secrets')),
    /** Its name is known beforehand: functions are told it, and it notifies one of them. */
    bucket: `${prefix}-media-\${AWS::AccountId}-\${AWS::Region}`,
    domain,
    certificate,
    edgeSeconds: await readNumber('edgeSeconds'),
    tracing: (await readMatching('tracing', /^(?:true|false)$/, 'true or false')) === 'true',
    alarmEmail: await readText('alarmEmail'),
    alarmConcurrency: await readNumber('alarmConcurrency'),
    vpc,
  };
};

/** @typedef {Awaited<ReturnType<typeof stageOf>>} Stage */

/** Where files are stored in the bucket: what CloudFront shows of it. */
export const uploadsPrefix = 'uploads/';

/** What keys begin with of what was sent, as a whole or in parts, and is not looked at yet (lib/media). */
export const sentPrefixes = [`${uploadsPrefix}sent_`, `${uploadsPrefix}parts_`];

/** And of a picture that waits for its formats. */
export const pendingPrefix = `${uploadsPrefix}pending_`;
