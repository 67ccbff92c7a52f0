import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'

/** A number that links to the list that explains it, filtered alike. */
const figure = z.object({
  /** Stable: the browser's texts are keyed by it. */
  key: z.string(),
  value: z.int(),
  /** Search of the list that shows exactly these rows, in the list dialect; empty for the whole list. */
  search: z.string(),
  tone: z.enum(['neutral', 'good', 'warning', 'bad']),
  /** Of the value; a count where it is absent. */
  unit: z.optional(z.enum(['count', 'bytes', 'seconds'])),
})

export const dashboardCard = z.object({
  key: z.string(),
  subject: z.enum(subjects),
  total: z.int(),
  figures: z.array(figure),
})
export type DashboardCard = z.infer<typeof dashboardCard>

/** A history to plot, oldest first: one value a day, or an hour where the entries of `days` are times. Null: not known. */
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
    summary: 'Cards of the caller’s part of the tree, by what it may see',
    reply: summary,
  }),
  companySummary: endpoint({
    name: 'dashboard.company-summary',
    method: 'GET',
    path: '/dashboard/summary/{id}',
    access: { action: 'view', subject: 'companies' },
    object: 'company',
    summary: 'The same for one company of the subtree',
    reply: summary,
  }),
}
