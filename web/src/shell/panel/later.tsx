import { bulkJobs } from '@trunkline/contract/resources/bulk-job'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useCan } from '../../access/can.ts'
import type { CompanyContext } from '../../access/company-context.ts'
import type { SignedIn } from '../../access/session.ts'
import { useFollowedJobs } from '../../api/bulk-jobs.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { loadTexts } from '../../i18n/language.ts'
import { Contained } from './contained.tsx'
import type { PaletteAction } from './palette-records.ts'
import type { PanelKeys } from './panel-keys.ts'

/** A component with the texts of features that it shows. */
const withTexts = async <T,>(load: () => Promise<T>, texts: readonly string[]) =>
  (await Promise.all([loadChunk(load), loadTexts(texts)]))[0]

const Palette = lazy(() => withTexts(() => import('./palette.tsx'), ['search']))
const PaletteActionDialog = lazy(() =>
  withTexts(() => import('./palette-action.tsx'), ['search', 'hardware', 'devices', 'sessions']),
)
const JobPanel = lazy(() => withTexts(() => import('../../screens/bulk-jobs/job-panel.tsx'), ['bulk-jobs']))
const ShortcutSheet = lazy(() => loadChunk(() => import('./shortcut-sheet.tsx')))

/** The progress of bulk jobs, which is loaded with the first job: one that this page has started, or that still runs. */
function RunningJobs() {
  const followed = useFollowedJobs()
  const running = useCall(bulkJobs.index, {
    query: { search: 'state:queued,running', searchFields: 'state:in', perPage: 25 },
  })
  // A job that has ended stays until it is hidden.
  const [shown, setShown] = useState(false)
  const some = followed.length > 0 || (running.data?.data.length ?? 0) > 0
  if (some && !shown) setShown(true)
  return shown ? <JobPanel /> : null
}

/** Parts that the first page does not need; loaded on first use. */
export function Later({ session, context, keys }: { session: SignedIn; context: CompanyContext; keys: PanelKeys }) {
  const [started, setStarted] = useState<{ action: PaletteAction; number: number }>()
  const end = useCallback(() => setStarted(undefined), [])
  const may = useCan()({ action: 'view-list', subject: 'bulk-jobs' })
  return (
    <Contained>
      <Suspense fallback={null}>
        {keys.palette && (
          <Palette
            session={session}
            context={context}
            onClose={keys.close}
            onSheet={keys.openSheet}
            onAction={(action) => setStarted((last) => ({ action, number: (last?.number ?? 0) + 1 }))}
          />
        )}
        {keys.sheet && <ShortcutSheet session={session} onClose={keys.close} />}
        {started && <PaletteActionDialog key={started.number} of={started.action} onClose={end} />}
      </Suspense>
      <Suspense fallback={null}>{may && <RunningJobs />}</Suspense>
    </Contained>
  )
}
