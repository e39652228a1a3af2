// A year of 1,000 schedules in five time zones, with a simulated clock for that of the database: one, two and four sweeps at once,
// and none for days.
import { beforeAll, expect, it } from 'vitest';
import { administrator } from '../../lib/platform/access/index.ts';
import { schedule } from '../../lib/releases/schedules/schedules.ts';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import type { Service } from '../../lib/platform/service.ts';
import { articles, createReleaseSite, sweeperFor } from './releaseSite.ts';

const site = createReleaseSite();

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Africa/Cairo'] as const;

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const start = Date.parse('2027-01-01T00:00:00.000Z');
const end = Date.parse('2028-01-01T00:00:00.000Z');
const count = Number(process.env.LECTERN_SCHEDULES ?? 1000);

/** What the clock of a zone shows, without the code under test. */
const clockOf = (zone: string) => {
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (moment: number): string => formatter.format(moment).replace(' ', 'T');
};

const clocks = new Map(zones.map((zone) => [zone, clockOf(zone)] as const));
const shows = (zone: (typeof zones)[number], moment: number): string => clocks.get(zone)?.(moment) ?? '';

/** Searches for the first moment of a time; in a gap it is a day after the same time of the day before. */
const expectedMoment = (zone: (typeof zones)[number], time: string): number => {
  const utc = Date.parse(`${time}Z`);
  for (let moment = utc - 16 * 60 * minuteMs; moment < utc + 16 * 60 * minuteMs; moment += 15 * minuteMs)
    if (shows(zone, moment) === time) return moment;
  return expectedMoment(zone, new Date(utc - dayMs).toISOString().slice(0, 19)) + dayMs;
};

/** Every quarter of an hour around each change of the clock, in the gap and in the overlap. */
const timesAroundChanges = (zone: (typeof zones)[number]): readonly string[] => {
  const times: string[] = [];
  const offset = (moment: number): number => Date.parse(`${shows(zone, moment)}Z`) - moment;
  for (let day = start + dayMs; day < end - dayMs; day += dayMs) {
    if (offset(day) === offset(day + dayMs)) continue;
    let moment = day + 15 * minuteMs;
    while (offset(moment) === offset(day)) moment += 15 * minuteMs;
    const before = Date.parse(`${shows(zone, moment)}Z`);
    for (let step = -8; step <= 8; step++)
      times.push(new Date(before + step * 15 * minuteMs).toISOString().slice(0, 19));
  }
  return times;
};

let seed = 20_270_101;
/** A number from 0 to `most` - 1: the same in each run. */
const random = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % most;
};

const planned: { readonly zone: (typeof zones)[number]; readonly time: string }[] = [];

beforeAll(async () => {
  await site.createAllIndexes();
  for (const zone of zones) planned.push(...timesAroundChanges(zone).map((time) => ({ zone, time })));
  while (planned.length < count) {
    const moment = start + dayMs + random(363 * 96) * 15 * minuteMs;
    planned.push({
      zone: zones[random(zones.length)] ?? 'Europe/Berlin',
      time: new Date(moment).toISOString().slice(0, 19),
    });
  }
});

it('does each once, never early, and as soon as a sweep runs', { timeout: 420_000 }, async () => {
  const service: Service = { ...site.service(), now: () => new Date(start) };
  const context = { service, caller: administrator, locales: await service.locales.known() };
  const moments = new Map<number, number>();
  const overlaps = planned.filter(({ zone, time }) => {
    const moment = expectedMoment(zone, time);
    return [30, 60].some((minutes) => shows(zone, moment + minutes * minuteMs) === time);
  });
  const gaps = planned.filter(({ zone, time }) => shows(zone, expectedMoment(zone, time)) !== time);
  expect(
    [overlaps.length, gaps.length].map((found) => found >= 4),
    `${overlaps.length}, ${gaps.length}`,
  ).toEqual([true, true]);
  const ids: string[] = [];
  for (const { zone, time } of planned) {
    const documentId = await site.create('/api/articles?status=draft', { title: time });
    ids.push(documentId);
    const zoned = { localTime: `${time}.000`, timezone: zone };
    const document = { contentType: articles, entryDocumentId: documentId, locale: undefined };
    const [answer] = await schedule({ ...context, ...document }, 'publish', zoned);
    moments.set(answer?.release ?? 0, expectedMoment(zone, time));
  }

  // Until then they are checked each day, which sweep.slow tests.
  await releasesIn(await service.database.get()).updateMany({}, [
    { $set: { due: { $subtract: ['$scheduledAt', 60 * minuteMs] } } },
  ]);
  let now = start;
  const clock = () => new Date(now);
  // Ten minutes early, ten minutes late, and two right clocks.
  const sweepers = [600_000, -600_000, 0, 0].map((offset) =>
    sweeperFor({ ...service, now: () => new Date(now + offset) }, clock),
  );
  const steps: number[] = [];
  while (now < end) {
    const running = [1, 1, 2, 4][random(4)] ?? 1;
    steps.push(now);
    await Promise.all(
      sweepers
        .slice(random(2))
        .slice(0, running)
        .map((sweeper) => sweeper.sweep()),
    );
    // Down for two days, once in about 300 steps.
    now += random(300) === 0 ? 2 * dayMs : (1 + random(360)) * minuteMs;
    // Days without a schedule have no sweeps.
    const next = Math.min(end, ...[...moments.values()].filter((moment) => moment >= now));
    if (next > now + dayMs) now = next - random(dayMs / minuteMs) * minuteMs;
  }
  const rows = await releasesIn(await service.database.get())
    .find({})
    .toArray();
  expect(rows).toHaveLength(planned.length);
  const wrong = rows.flatMap(({ _id, releasedAt, scheduledAt }) => {
    const moment = moments.get(_id) ?? 0;
    const possible = steps.find((step) => step >= moment);
    const isRight = scheduledAt?.getTime() === moment && releasedAt?.getTime() === possible;
    return isRight ? [] : [{ _id, moment: new Date(moment), scheduledAt, releasedAt }];
  });
  expect(wrong).toEqual([]);
  expect(sweepers.reduce((sum, { published }) => sum + published(), 0)).toBe(planned.length);
  const documents = (await service.database.get()).collection('articles');
  const once = {
    documentId: { $in: ids },
    revision: 2,
    'pending.1.action': 'publish',
    'pending.2': { $exists: false },
  };
  expect(await documents.countDocuments(once)).toBe(planned.length);
  console.log(
    `${planned.length} schedules, ${overlaps.length} in overlaps, ${gaps.length} in gaps, ${steps.length} sweeps`,
  );
});
