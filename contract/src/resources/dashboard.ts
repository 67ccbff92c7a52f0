import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'

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
}
