import { lazy, Suspense } from 'react'
import type { CompanyContext } from '../../access/company-context.ts'
import type { SignedIn } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { Contained } from './contained.tsx'
import type { PanelKeys } from './panel-keys.ts'

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))
const ShortcutSheet = lazy(() => loadChunk(() => import('./shortcut-sheet.tsx')))

/** Parts that the first page does not need; loaded on first use. */
export function Later({ session, context, keys }: { session: SignedIn; context: CompanyContext; keys: PanelKeys }) {
  return (
    <Contained>
      <Suspense fallback={null}>
        {keys.palette && <Palette session={session} context={context} onClose={keys.close} onSheet={keys.openSheet} />}
        {keys.sheet && <ShortcutSheet session={session} onClose={keys.close} />}
      </Suspense>
    </Contained>
  )
}
