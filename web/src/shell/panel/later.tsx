import { lazy, Suspense, useEffect, useState } from 'react'
import type { CompanyContext } from '../../access/company-context.ts'
import type { SignedIn } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { whenIdle } from '../../api/idle.ts'
import { useCall } from '../../api/query.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { noteServerVersion } from '../../api/version.ts'
import { Contained } from './contained.tsx'
import type { PanelKeys } from './panel-keys.ts'

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))
const ShortcutSheet = lazy(() => loadChunk(() => import('./shortcut-sheet.tsx')))
const ChatWidget = lazy(() => loadChunk(() => import('./chat-widget.tsx')))

/** What the first page does without: the palette and the sheet when asked for, the chat button once the page is idle. */
export function Later({ session, context, keys }: { session: SignedIn; context: CompanyContext; keys: PanelKeys }) {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const boot = useCall(sessionCalls.boot, {}, { staleTime: 5 * 60_000, enabled: idle })
  const version = boot.data?.data.version
  useEffect(() => {
    if (version) noteServerVersion(version)
  }, [version])
  return (
    <Contained>
      <Suspense fallback={null}>
        {keys.palette && <Palette session={session} context={context} onClose={keys.close} onSheet={keys.openSheet} />}
        {keys.sheet && <ShortcutSheet session={session} onClose={keys.close} />}
        {boot.data?.data.chat_script && <ChatWidget />}
      </Suspense>
    </Contained>
  )
}
