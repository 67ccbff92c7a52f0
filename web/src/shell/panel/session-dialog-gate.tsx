import { lazy, Suspense } from 'react'
import { discardSession, useInMemorySession } from '../../access/session-end.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'

const Dialog = lazy(() => loadChunk(() => import('./session-dialog.tsx')))

/** The sign-in over a page whose form holds unsaved input, when its session has ended. */
export function SessionDialog() {
  const held = useInMemorySession()
  const session = useSession()
  if (!held || !session) return null
  return (
    <Suspense fallback={null}>
      <Dialog user={session.user} onGiveUp={discardSession} />
    </Suspense>
  )
}
