import { lazy, Suspense } from 'react'
import { usePasswordRequest } from '../../access/password-request.ts'
import { loadChunk } from '../../api/chunk.ts'

const Dialog = lazy(() => loadChunk(() => import('./password-dialog.tsx')))

/** Opens the question for the password while a call waits for it. */
export function PasswordDialog() {
  if (!usePasswordRequest()) return null
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
}
