// @ts-check
// The CloudWatch alarms; `alarmEmail` receives them.
import { backgroundFunctions } from './lambdas.js';
import { idOf } from './roles.js';

/** @typedef {import('./stage.js').Stage} Stage */

/**
 * @param {string} text the fault, for the reader of the mail
 * @param {{ readonly Namespace: string, readonly MetricName: string, readonly Dimensions?: readonly object[],
 *   readonly Statistic?: string, readonly ExtendedStatistic?: string }} metric
 * @param {number} Threshold the alarm is raised above this value
 * @param {number} [minutes] how long the value must stay above the threshold; a multiple of five
 */
const alarm = (text, metric, Threshold, minutes = 5) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: text,
    ...metric,
    ...{ Threshold, ComparisonOperator: 'GreaterThanThreshold', Period: 300, EvaluationPeriods: minutes / 5 },
    // Without requests there is no data.
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Alarms' }],
    OKActions: [{ Ref: 'Alarms' }],
  },
});

/** @param {string} MetricName */
const apiMetric = (MetricName) => ({
  ...{ Namespace: 'AWS/ApiGateway', MetricName },
  Dimensions: [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }],
});

/** @param {string} MetricName @param {string} name of a function */
const functionMetric = (MetricName, name) => ({
  ...{ Namespace: 'AWS/Lambda', MetricName },
  Dimensions: [{ Name: 'FunctionName', Value: name }],
});

/**
 * Functions behind the gateway have no alarms of their own, because the gateway answers 5xx when they fail.
 *
 * @param {Stage} stage
 */
export const alarmResources = ({ prefix, alarmEmail, alarmConcurrency }) => ({
  Alarms: {
    Type: 'AWS::SNS::Topic',
    Properties: {
      TopicName: `${prefix}-alarms`,
      ...(alarmEmail === '' ? {} : { Subscription: [{ Protocol: 'email', Endpoint: alarmEmail }] }),
    },
  },
  ErrorsAlarm: alarm('The API answered with 5xx', { ...apiMetric('5xx'), Statistic: 'Sum' }, 0),
  LatencyAlarm: alarm(
    'One request in a hundred took longer than 3 seconds',
    { ...apiMetric('Latency'), ExtendedStatistic: 'p99' },
    3000,
    15,
  ),
  // The next two measure all functions of the account in this region, as the concurrency limit does.
  ThrottlesAlarm: alarm(
    'Lambda refused to run functions: the concurrency of the account is used up',
    { Namespace: 'AWS/Lambda', MetricName: 'Throttles', Statistic: 'Sum' },
    0,
  ),
  ConnectionsAlarm: alarm(
    'So many functions run at once that the connections to MongoDB may run out',
    { Namespace: 'AWS/Lambda', MetricName: 'ConcurrentExecutions', Statistic: 'Maximum' },
    alarmConcurrency,
  ),
  FailedAlarm: alarm(
    'An event failed three times and waits in the queue of failed events',
    {
      ...{ Namespace: 'AWS/SQS', MetricName: 'ApproximateNumberOfMessagesVisible', Statistic: 'Maximum' },
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['Failed', 'QueueName'] } }],
    },
    0,
  ),
  ...Object.fromEntries(
    backgroundFunctions.flatMap((name) => {
      const id = idOf(name);
      const errors = { ...functionMetric('Errors', `${prefix}-${name}`), Statistic: 'Sum' };
      const age = { ...functionMetric('AsyncEventAge', `${prefix}-${name}`), Statistic: 'Maximum' };
      return [
        [`${id}ErrorsAlarm`, alarm(`${name} failed`, errors, 0)],
        [`${id}BacklogAlarm`, alarm(`Events have waited for ${name} for a quarter of an hour`, age, 900_000)],
      ];
    }),
  ),
});
