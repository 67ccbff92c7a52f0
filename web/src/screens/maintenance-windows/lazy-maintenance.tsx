import { lazy, Suspense } from 'react'
import { loadTexts } from '../../i18n/language.ts'
import { loadChunk } from '../../api/chunk.ts'
import type { MaintenanceSubject } from './maintenance-subject.ts'

/** Pages of other records load the badge and its texts when they need them. */
const load = async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('./current-maintenance.tsx')),
    loadTexts(['maintenance-windows']),
  ])
  return chunk
}

const Badge = lazy(async () => ({ default: (await load()).MaintenanceNow }))
const Reason = lazy(async () => ({ default: (await load()).MaintenanceReason }))

/** A badge while a device, a site or a company is in maintenance. */
export const MaintenanceBadge = ({ of }: { of: MaintenanceSubject }) => (
  <Suspense fallback={null}>
    <Badge of={of} />
  </Suspense>
)

/** Why a device, a site or a company is in maintenance, and until when. */
export const WhyMaintenance = ({ of }: { of: MaintenanceSubject }) => (
  <Suspense fallback={null}>
    <Reason of={of} />
  </Suspense>
)
