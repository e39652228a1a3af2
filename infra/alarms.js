// @ts-check
// The CloudWatch alarms of this site; `alarmEmail` receives them.
import { backgroundFunctions, lambdas } from './lambdas.js';
import { idOf } from './roles.js';

/** @typedef {import('./stage.js').Stage} Stage */

/**
 * @typedef {object} Metric
 * @property {string} Namespace
 * @property {string} MetricName
 * @property {readonly object[]} Dimensions
 */

const seconds = 300;

/**
 * @param {string} text the fault, for the reader of the mail
 * @param {object} value what is measured
 * @param {number} Threshold the alarm is raised above this value
 * @param {number} [periods] how many times five minutes the value must stay above the threshold
 */
const alarm = (text, value, Threshold, periods = 1) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: text,
    ...value,
    ...{ Threshold, ComparisonOperator: 'GreaterThanThreshold', EvaluationPeriods: periods },
    // Without requests there is no data.
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Alarms' }],
    OKActions: [{ Ref: 'Alarms' }],
  },
});

/** @param {Metric} metric @param {object} statistic */
const measure = (metric, statistic) => ({ ...metric, ...statistic, Period: seconds });

/**
 * @param {string} Expression of the metrics by their ids
 * @param {Readonly<Record<string, Metric>>} metrics at most ten
 * @param {string} [Stat]
 */
const compute = (Expression, metrics, Stat = 'Sum') => ({
  Metrics: [
    { Id: 'value', Expression },
    ...Object.entries(metrics).map(([Id, Metric]) => ({
      ...{ Id, ReturnData: false, MetricStat: { Metric, Period: seconds, Stat } },
    })),
  ],
});

/** @param {string} MetricName @returns {Metric} */
const apiMetric = (MetricName) => ({
  ...{ Namespace: 'AWS/ApiGateway', MetricName },
  Dimensions: [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }],
});

/** @param {readonly string[]} names of all functions @param {Stage} stage */
export const alarmResources = (names, { prefix, alarmEmail, alarmConcurrency }) => {
  /** The functions that serve most requests: an alarm takes ten metrics, and each has its price. */
  const busiest = Object.keys(lambdas)
    .filter((name) => names.includes(name))
    .slice(0, 10);
  /** @param {string} MetricName @param {string} name of a function @returns {Metric} */
  const functionMetric = (MetricName, name) => ({
    ...{ Namespace: 'AWS/Lambda', MetricName },
    Dimensions: [{ Name: 'FunctionName', Value: `${prefix}-${name}` }],
  });
  /** The sum of a metric of the busiest functions. @param {string} MetricName @param {string} [Stat] */
  const total = (MetricName, Stat) =>
    compute(
      'SUM(FILL(METRICS(), 0))',
      Object.fromEntries(busiest.map((name, index) => [`m${index}`, functionMetric(MetricName, name)])),
      Stat,
    );
  return {
    Alarms: {
      Type: 'AWS::SNS::Topic',
      Properties: {
        TopicName: `${prefix}-alarms`,
        ...(alarmEmail === '' ? {} : { Subscription: [{ Protocol: 'email', Endpoint: alarmEmail }] }),
      },
    },
    ErrorsAlarm: alarm(
      'More than one answer of the API in a hundred, and at least five, were 5xx',
      compute('IF(errors > 4, 100 * errors / requests, 0)', { errors: apiMetric('5xx'), requests: apiMetric('Count') }),
      1,
    ),
    LatencyAlarm: alarm(
      'One request in a hundred took longer than 3 seconds',
      measure(apiMetric('Latency'), { ExtendedStatistic: 'p99' }),
      3000,
      3,
    ),
    ThrottlesAlarm: alarm(
      'Lambda refused ten times to run functions of this site: the concurrency is used up',
      total('Throttles'),
      9,
    ),
    ConnectionsAlarm: alarm(
      'So many functions run at once that the connections to MongoDB may run out',
      total('ConcurrentExecutions', 'Maximum'),
      alarmConcurrency,
    ),
    FailedAlarm: alarm(
      'An event failed three times and waits in the queue of failed events',
      measure(
        {
          ...{ Namespace: 'AWS/SQS', MetricName: 'ApproximateNumberOfMessagesVisible' },
          Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['Failed', 'QueueName'] } }],
        },
        { Statistic: 'Maximum' },
      ),
      0,
    ),
    ...Object.fromEntries(
      backgroundFunctions.flatMap((name) => {
        const [errors, runs] = [functionMetric('Errors', name), functionMetric('Invocations', name)];
        const age = measure(functionMetric('AsyncEventAge', name), { Statistic: 'Maximum' });
        return [
          [
            `${idOf(name)}ErrorsAlarm`,
            alarm(`More than half of the runs of ${name} failed`, compute('100 * errors / runs', { errors, runs }), 50),
          ],
          [`${idOf(name)}BacklogAlarm`, alarm(`Events have waited for ${name} for a quarter of an hour`, age, 900_000)],
        ];
      }),
    ),
  };
};
