import { lazy, Suspense } from 'react'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'

// Only the provider reads it, and only while something is wrong.
const RadiusProblems = lazy(() => loadChunk(() => import('./radius-problems.tsx')))

/** RADIUS servers that do not run or do not report, for users who may view the installation; nothing for others. */
export function RadiusNotice() {
  const can = useCan()
  return can({ action: 'view', subject: 'installation' }) ? (
    <Suspense fallback={null}>
      <RadiusProblems />
    </Suspense>
  ) : null
}
