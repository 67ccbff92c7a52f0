import { lazy, Suspense } from 'react'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'

// Only the provider reads it, and only while something is wrong.
const AuditProblem = lazy(() => loadChunk(() => import('./audit-problem.tsx')))

/** That the audit log does not match its seals, for users who may view the installation; nothing for others. */
export function AuditNotice() {
  const can = useCan()
  return can({ action: 'view', subject: 'installation' }) ? (
    <Suspense fallback={null}>
      <AuditProblem />
    </Suspense>
  ) : null
}
