import type { ImportJob, ImportMode } from '@trunkline/contract/resources/import-shapes'
import type { Tone } from '../../ui/tone.ts'

/** The steps in the header of the screen. */
export const steps = ['file', 'columns', 'check', 'import'] as const
export type Step = (typeof steps)[number]

export const isRunning = (job: Pick<ImportJob, 'state'>): boolean =>
  job.state === 'checking' || job.state === 'applying'

/** The current step of an import; without one, the upload. */
export function stepOf(job: Pick<ImportJob, 'state' | 'dry_run'> | undefined): Step {
  if (!job) return 'file'
  if (job.state === 'applying' || job.state === 'done') return 'import'
  if (job.state === 'uploaded') return 'columns'
  return job.dry_run ? 'check' : 'import'
}

export function stateTone({ state, bad }: Pick<ImportJob, 'state' | 'bad'>): Tone {
  if (state === 'failed') return 'bad'
  if (state === 'done') return bad > 0 ? 'warning' : 'good'
  return isRunning({ state }) ? 'info' : 'neutral'
}

/** Percent of the processed rows; undefined until the file has been read to its end. */
export const percentOf = ({ rows_total, rows_done }: Pick<ImportJob, 'rows_total' | 'rows_done'>): number | undefined =>
  rows_total === null ? undefined : rows_total === 0 ? 100 : Math.min(100, Math.floor((rows_done / rows_total) * 100))

/** Whether a file checked in one mode must be checked again for another: only `update` looks rows up by their key. */
export const needsCheck = (checked: ImportMode, wanted: ImportMode): boolean =>
  (checked === 'update') !== (wanted === 'update')

/** Why a file can't be imported in a mode; undefined where it can. */
export function blockerOf(
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
