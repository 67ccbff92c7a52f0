import { dashboard, type DashboardCard } from '@trunkline/contract/resources/dashboard'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { backupCard } from './backup-card.ts'
import { companiesCard, invitationsCard, mailCard, usersCard } from './cards.ts'
import { commandsCard, devicePlots } from './device-cards.ts'
import { growthPlot } from './growth.ts'
import { hardwareCard, licencesCard, sitesCard } from './inventory-cards.ts'
import { subnetsCard } from './subnets-card.ts'
import { radiusServerCard } from './radius-server-card.ts'
import { problemsOf } from './problems.ts'
import { readTallies } from './tallies.ts'
import { deadLettersCard, dialupsCard, readOnline, servicesCard, sessionsCard } from './radius-cards.ts'

/**
 * The cards of a company's part of the tree that the actor may see: of the dashboard, and of the company's page.
 * @param count from `readTallies`
 */
export async function readCards(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  actor: Actor,
  company_id: number,
  count: (kind: string) => number,
): Promise<DashboardCard[]> {
  const online = await readOnline(tx, company_id)
  const cards = [
    await companiesCard(tx, actor, company_id, count),
    await usersCard(tx, actor, company_id, count),
    await invitationsCard(tx, actor, company_id, count),
    await sitesCard(tx, actor, company_id, count),
    await hardwareCard(tx, actor, company_id, count),
    await commandsCard(tx, actor, company_id),
    servicesCard(actor, count, online),
    sessionsCard(actor, online),
    await deadLettersCard(tx, actor, company_id),
    dialupsCard(actor, count, online),
    await radiusServerCard(tx, actor, company_id),
    await subnetsCard(tx, actor, company_id),
    await licencesCard(tx, actor, company_id, count),
    await mailCard(tx, actor, company_id, count),
    await backupCard(tx, actor, company_id, config.backup),
  ]
  return cards.filter((card) => card !== null)
}

async function summary(deps: Deps, tx: Tx, actor: Actor, company_id: number) {
  const count = await readTallies(tx, company_id)
  const cards = await readCards(deps, tx, actor, company_id, count)
  const plots = [...(await devicePlots(tx, actor, company_id)), ...(await growthPlot(tx, actor, count))]
  return { data: { cards, plots } }
}

export const dashboardHandlers = (deps: Deps): Handlers<typeof dashboard> => ({
  summary: (call) => call.db((tx) => summary(deps, tx, call.actor, call.actor.company_id)),

  companySummary: (call) =>
    call.db(async (tx) => {
      await loadRow(tx, call.actor, { table: 'company', owner: 'id' }, dashboard.companySummary.access, call.params.id)
      return summary(deps, tx, call.actor, call.params.id)
    }),

  problems: (call) => call.db(async (tx) => ({ data: await problemsOf(tx, call.actor, call.actor.company_id) })),

  companyProblems: (call) =>
    call.db(async (tx) => {
      await loadRow(tx, call.actor, { table: 'company', owner: 'id' }, dashboard.companyProblems.access, call.params.id)
      return { data: await problemsOf(tx, call.actor, call.params.id) }
    }),
})
