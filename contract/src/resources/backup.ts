import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { time } from '../fields.ts'

export const backupStatus = z.object({
  /** Null before the first backup. */
  last_good: z.nullable(
    z.object({
      /** Name of the host that wrote it. */
      host: z.string(),
      /** Name of the file, without its folder. */
      file: z.string(),
      bytes: z.int(),
      encrypted: z.boolean(),
      finished_at: time(),
    }),
  ),
  /** The last failure since then; null if there was none. */
  last_failed: z.nullable(z.object({ host: z.string(), reason: z.string(), finished_at: time() })),
  /** Successful backups of the last 30 days. */
  recent: z.int(),
  /** Hours after which the last successful backup is overdue; 0: never. */
  max_age_hours: z.int(),
  overdue: z.boolean(),
})
export type BackupStatus = z.infer<typeof backupStatus>

export const backups = {
  status: endpoint({
    name: 'backup.status',
    method: 'GET',
    path: '/installation/backups/status',
    access: { action: 'view', subject: 'installation' },
    summary: 'Show the last successful backup of the installation, a failure since then, and whether it is overdue',
    reply: data(backupStatus),
  }),
}
