import { lazy, Suspense } from 'react'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'

// Only the provider reads it, and only while something is wrong.
const BackupProblem = lazy(() => loadChunk(() => import('./backup-problem.tsx')))

/** A backup that is overdue or failed, for users who may view the installation; nothing for others. */
export function BackupNotice() {
  const can = useCan()
  return can({ action: 'view', subject: 'installation' }) ? (
    <Suspense fallback={null}>
      <BackupProblem />
    </Suspense>
  ) : null
}
