import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { day, id, time } from '../fields.ts'
import { commandRow } from './device-command.ts'

/** A number that links to the list of its rows with the same filter. */
const figure = z.object({
  /** Stable: the browser's texts depend on it. */
  key: z.string(),
  value: z.int(),
  /** Search of the list that shows exactly these rows, in the list dialect; empty for the whole list. */
  search: z.string(),
  tone: z.enum(['neutral', 'good', 'warning', 'bad']),
  /** Unit of the value; a count if absent. */
  unit: z.optional(z.enum(['count', 'bytes', 'seconds'])),
})

export const dashboardCard = z.object({
  key: z.string(),
  subject: z.enum(subjects),
  total: z.int(),
  figures: z.array(figure),
})
export type DashboardCard = z.infer<typeof dashboardCard>

/**
 * A time series for a chart, oldest first: one value per day, or per hour if the entries of `days` are times. Null:
 * unknown.
 */
export const dashboardPlot = z.object({
  key: z.string(),
  subject: z.enum(subjects),
  unit: z.enum(['count', 'bps']),
  days: z.array(z.string()),
  series: z.array(z.object({ key: z.string(), values: z.array(z.nullable(z.int())) })),
})

/** Kinds of problems, the most urgent first. */
export const problemKinds = [
  'site-offline',
  'device-offline',
  'nas-silent',
  'login-rejections',
  'command-failed',
  'subnet-full',
  'licence-ending',
  'warranty-ending',
  'mail-failed',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** A problem of one record. */
export const problem = z.object({
  /** The record to open; null if the problem is of no single record. */
  id: z.nullable(id()),
  name: z.string(),
  company_name: z.nullable(z.string()),
  site_name: z.nullable(z.string()),
  /** Start of the problem; null if it is unknown. */
  since: z.nullable(time()),
  /** Last day of a licence or warranty. */
  until: z.nullable(day()),
  /** Why, if the panel knows: the last error of a device, the result of a command, the most frequent reason of rejections. */
  cause: z.nullable(replyMessage()),
  /** Devices of a site that are offline; devices that an offline one cuts off; rejected logins of the last 15 minutes. */
  count: z.nullable(z.int()),
  /** Rejected logins in 15 minutes, on average over the last 24 hours. */
  usual: z.nullable(z.number()),
  /** Used share of a subnet in percent. */
  used_percent: z.nullable(z.int()),
  /** The failed command. */
  command: z.nullable(
    z.pick(commandRow, {
      kind: true,
      target: true,
      verb: true,
      label: true,
      others: true,
      notes: true,
      hardware_name: true,
      state: true,
    }),
  ),
})
export type Problem = z.infer<typeof problem>

const problemGroup = z.object({
  kind: z.enum(problemKinds),
  severity: z.enum(['critical', 'warning']),
  /** All problems of this kind, of which `items` has the latest or most urgent ones. */
  total: z.int(),
  /** Search of the list that shows them, in the list dialect; empty for the whole list. */
  search: z.string(),
  /** Operators of that search, if they are not the usual ones. */
  search_fields: z.string(),
  items: z.array(problem),
})
export type ProblemGroup = z.infer<typeof problemGroup>

/** Problems of each kind in one reply. */
export const problemItems = 5

const problems = data(z.object({ groups: z.array(problemGroup) }))

const summary = data(z.object({ cards: z.array(dashboardCard), plots: z.array(dashboardPlot) }))

export const dashboard = {
  summary: endpoint({
    name: 'dashboard.summary',
    method: 'GET',
    path: '/dashboard/summary',
    access: 'self',
    summary: 'Show dashboard cards for the caller’s subtree, by its abilities',
    reply: summary,
  }),
  companySummary: endpoint({
    name: 'dashboard.company-summary',
    method: 'GET',
    path: '/dashboard/summary/{id}',
    access: { action: 'view', subject: 'companies' },
    object: 'company',
    summary: 'Show dashboard cards for one company of the subtree',
    reply: summary,
  }),
  problems: endpoint({
    name: 'dashboard.problems',
    method: 'GET',
    path: '/dashboard/problems',
    access: 'self',
    summary: 'List what needs attention in the caller’s subtree, by its abilities',
    reply: problems,
  }),
  companyProblems: endpoint({
    name: 'dashboard.company-problems',
    method: 'GET',
    path: '/dashboard/problems/{id}',
    access: { action: 'view', subject: 'companies' },
    object: 'company',
    summary: 'List what needs attention in one company of the subtree and its descendants',
    reply: problems,
  }),
}
