import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { countDeadLetters, readRadiusServers } from '../radius-servers/radius-server.ts'

type CardFigure = DashboardCard['figures'][number]

/**
 * Age of the oldest buffered accounting record in seconds that is reported as a problem: a database restart takes less.
 */
const lateSeconds = 300

/**
 * RADIUS servers of the installation, buffered accounting records and records that could not be stored; null except for
 * the provider, and if no server reports.
 */
export async function radiusServerCard(tx: Tx, actor: Actor, company_id: number): Promise<DashboardCard | null> {
  if (company_id !== actor.company_id || !actorMay(actor, { action: 'view', subject: 'installation' })) return null
  const servers = await readRadiusServers(tx)
  if (servers.length === 0) return null
  const dead = await countDeadLetters(tx)
  const countOf = (of: (state: (typeof servers)[number]['state']) => boolean) =>
    servers.filter(({ state }) => of(state)).length
  const running = countOf((state) => state === 'running')
  const silent = countOf((state) => state === 'silent')
  const down = countOf((state) => !['running', 'starting', 'silent', 'stopped'].includes(state))
  const started = servers.flatMap(({ buffer_since }) => (buffer_since === null ? [] : [Date.parse(buffer_since)]))
  const age = started.length === 0 ? 0 : Math.max(0, Math.round((Date.now() - Math.min(...started)) / 1000))
  const bytes = servers.reduce((sum, { buffer_bytes }) => sum + buffer_bytes, 0)
  const figure = (
    key: string,
    value: number,
    tone: CardFigure['tone'],
    unit: CardFigure['unit'] = 'count',
  ): CardFigure => ({
    key,
    value,
    search: '',
    tone: value === 0 ? 'neutral' : tone,
    unit,
  })
  const waiting = age > lateSeconds ? 'bad' : 'warning'
  return {
    key: 'radius',
    subject: 'installation',
    total: running,
    figures: [
      figure('radius_down', down, 'bad'),
      figure('radius_silent', silent, 'bad'),
      figure('radius_buffer', bytes, waiting, 'bytes'),
      figure('radius_buffer_age', age, waiting, 'seconds'),
      figure('dead_letters', dead, 'warning'),
    ],
  }
}
