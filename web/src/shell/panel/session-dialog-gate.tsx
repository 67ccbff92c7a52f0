import { lazy, Suspense } from 'react'
import { discardSession, useInMemorySession } from '../../access/session-end.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'

const Dialog = lazy(() => loadChunk(() => import('./session-dialog.tsx')))

/** Opens the sign-in dialog over a form with unsaved input when the session has ended. */
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
