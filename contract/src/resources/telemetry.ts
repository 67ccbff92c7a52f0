import * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import { data, endpoint, type EndpointDefinition } from '../endpoint.ts'
import { integerText, line, time, timeZone, type FieldMeta } from '../fields.ts'
import type { ObjectKind } from '../object-kind.ts'
import { maxPartLength, metricNames, metricUnits, plotNames } from '../telemetry.ts'

/** One line of a graph. Null is a gap: nothing was read. */
export const series = z.object({
  metric: z.enum(metricNames),
  /** Port, sensor, radio or reason; empty: the whole. */
  part: z.string(),
  unit: z.enum(metricUnits),
  mean: z.array(z.nullable(z.number())),
  /** Highest value of a minute within the point. */
  max: z.array(z.nullable(z.number())),
  /** Means of the week before, seven local days earlier; absent unless requested. */
  week_before: z.optional(z.array(z.nullable(z.number()))),
  /**
   * 95th percentile of the five-minute means of the period, and how many of them exist; null where they are no longer
   * stored.
   */
  percentile_95: z.nullable(z.object({ value: z.number(), intervals: z.int(), expected: z.int() })),
})
export type ReadingSeries = z.infer<typeof series>

export const readingAnswer = z.object({
  /** Seconds of a point. */
  seconds: z.int(),
  /** Beginning of each point, oldest first, without gaps. */
  times: z.array(time()),
  series: z.array(series),
  /** Series that the subject has and that were left out, because a graph holds at most 40. */
  omitted: z.int(),
})
export type ReadingAnswer = z.infer<typeof readingAnswer>

const sampleTime = (sample: string) => time().register(z.globalRegistry, { 'x-sample': sample } as FieldMeta)

const readings = <P extends `${string}{id}${string}`>(
  name: string,
  path: P,
  access: Ability,
  object: ObjectKind,
  noun: string,
  only?: EndpointDefinition['only'],
) =>
  endpoint({
    name,
    method: 'GET',
    path,
    access,
    object,
    ...(only && { only }),
    summary: `Show readings of ${noun} over time: means and highest values, in points of one minute to one day`,
    query: z.object({
      plot: z.enum(plotNames),
      /** Only this port, sensor, radio or reason. */
      part: z.optional(line(maxPartLength)),
      from: sampleTime('2026-03-01T00:00:00.000Z'),
      to: sampleTime('2026-03-02T00:00:00.000Z'),
      /** Highest number of points; a graph needs two for each pixel of its width at most. */
      points: z._default(integerText(10, 4000), 800),
      compare: z.optional(z.enum(['week'])),
      /** Zone of the days by which the week before is shifted. */
      zone: z._default(timeZone(), 'UTC'),
    }),
    reasons: { 422: ['field.invalid', 'field.time_zone'] },
    reply: data(readingAnswer),
  })

/** A NAS or pool that a company above shares also counts the services of companies that the caller cannot see. */
const notShared = { relations: ['own', 'below'] } as const

/** Readings of each kind of subject: visible to who may view the subject. */
export const telemetry = {
  device: readings(
    'readings.device',
    '/hardware/control/{id}/readings/show',
    { action: 'view', subject: 'hardware' },
    'hardware',
    'a device',
  ),
  site: readings('readings.site', '/site/{id}/readings/show', { action: 'view', subject: 'sites' }, 'site', 'a site'),
  nas: readings(
    'readings.nas',
    '/network/nas/{id}/readings/show',
    { action: 'view', subject: 'nas' },
    'nas',
    'a NAS',
    notShared,
  ),
  service: readings(
    'readings.service',
    '/network/service/{id}/readings/show',
    { action: 'view', subject: 'services' },
    'service',
    'a service',
  ),
  pool: readings(
    'readings.pool',
    '/network/subnet/{id}/readings/show',
    { action: 'view', subject: 'subnets' },
    'subnet',
    'a pool',
    notShared,
  ),
  company: readings(
    'readings.company',
    '/company/{id}/readings/show',
    { action: 'view', subject: 'companies' },
    'company',
    'a company',
  ),
}
