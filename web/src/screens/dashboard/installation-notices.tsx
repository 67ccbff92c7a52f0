import { lazy, Suspense, type ComponentType } from 'react'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'

/** Shows `Problem` to users who may view the installation; nothing to others, who do not load it either. */
export function providerOnly(Problem: ComponentType) {
  return function InstallationNotice() {
    const can = useCan()
    return can({ action: 'view', subject: 'installation' }) ? (
      <Suspense fallback={null}>
        <Problem />
      </Suspense>
    ) : null
  }
}

const problems = () => loadChunk(() => import('./installation-problems.tsx'))

/** A backup that is overdue or failed. */
export const BackupNotice = providerOnly(lazy(async () => ({ default: (await problems()).BackupProblem })))

/** An audit log that does not match its seals. */
export const AuditNotice = providerOnly(lazy(async () => ({ default: (await problems()).AuditProblem })))
