import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { readBackupStatus } from '../backups/backup-runs.ts'

type CardFigure = DashboardCard['figures'][number]

/** The last successful backup of the installation and their number in 30 days; null except for the provider. */
export async function backupCard(
  tx: Tx,
  actor: Actor,
  company_id: number,
  backup: Config['backup'],
): Promise<DashboardCard | null> {
  if (company_id !== actor.company_id || !actorMay(actor, { action: 'view', subject: 'installation' })) return null
  const { last_good, last_failed, recent, overdue } = await readBackupStatus(tx, backup)
  const figure = (
    key: string,
    value: number,
    tone: CardFigure['tone'],
    unit: CardFigure['unit'] = 'count',
  ): CardFigure => ({
    key,
    value,
    search: '',
    tone,
    unit,
  })
  const age = last_good === null ? 0 : Math.max(0, Math.round((Date.now() - Date.parse(last_good.finished_at)) / 1000))
  return {
    key: 'backup',
    subject: 'installation',
    total: recent,
    figures: [
      last_good === null
        ? figure('backup_none', 0, overdue ? 'bad' : 'warning')
        : figure('backup_age', age, overdue ? 'bad' : 'good', 'seconds'),
      figure('backup_bytes', last_good?.bytes ?? 0, 'neutral', 'bytes'),
      figure('backup_failed', last_failed === null ? 0 : 1, last_failed === null ? 'neutral' : 'bad'),
    ],
  }
}
