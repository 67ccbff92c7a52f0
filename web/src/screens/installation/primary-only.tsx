import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../access/session.ts'
import { paths } from '../../paths.ts'

/**
 * Kept mails hold links that sign their readers in, so the outbox is the primary admin's alone: narrower than the
 * ability of its route, and for everybody else the same page as one that does not exist.
 */
export function PrimaryOnly({ children }: { children: ReactNode }) {
  const role = useSession()?.user.user_role
  return role === 'primary-admin' ? children : <Navigate to={paths.notFound} replace />
}
