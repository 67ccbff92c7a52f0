import type { ImportJob, ImportMode } from '@trunkline/contract/resources/import-shapes'

/** The steps of an import, as its head counts them. */
export const steps = ['file', 'columns', 'check', 'import'] as const
export type Step = (typeof steps)[number]

export const isRunning = (job: Pick<ImportJob, 'state'>): boolean =>
  job.state === 'checking' || job.state === 'applying'

/** The step that an import has come to. */
export function stepOf(job: Pick<ImportJob, 'state' | 'dry_run'> | undefined): Step {
  if (!job) return 'file'
  if (job.state === 'applying' || job.state === 'done') return 'import'
  if (job.state === 'uploaded') return 'columns'
  return job.dry_run ? 'check' : 'import'
}

/** Percent of the rows that are through; undefined while nobody knows how many there are. */
export const percentOf = ({ rows_total, rows_done }: Pick<ImportJob, 'rows_total' | 'rows_done'>): number | undefined =>
  rows_total === null ? undefined : rows_total === 0 ? 100 : Math.min(100, Math.floor((rows_done / rows_total) * 100))

/** Whether a file that was checked in one mode has to be checked again in another: only the update knows rows by their key. */
export const needsCheck = (checked: ImportMode, wanted: ImportMode): boolean =>
  (checked === 'update') !== (wanted === 'update')

/** Why a checked file can not be taken over in a mode; undefined where it can. */
export function hindrance(
  job: Pick<ImportJob, 'state' | 'mode' | 'bad' | 'created' | 'updated'>,
  mode: ImportMode,
  columnsChanged: boolean,
): 'unchecked' | 'columns' | 'mode' | 'bad' | 'nothing' | undefined {
  if (job.state !== 'checked') return 'unchecked'
  if (columnsChanged) return 'columns'
  if (needsCheck(job.mode, mode)) return 'mode'
  if (mode === 'all-or-nothing' && job.bad > 0) return 'bad'
  return job.created + job.updated === 0 ? 'nothing' : undefined
}
