import type { ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

/**
 * What a call replied, drawn by `children`; until then `skeleton`, and on failure the error with a button to retry. Data
 * of an earlier reply stays when a later request fails.
 * @param of the query; its `data` may be the part of the reply that is drawn
 * @param inline the error without a card of its own, inside a dialog or form
 */
export function Loaded<D>({
  of,
  skeleton,
  inline = false,
  children,
}: {
  of: { data: D | undefined; error: unknown; refetch: () => unknown }
  skeleton: ReactNode
  inline?: boolean
  children: (data: D) => ReactNode
}) {
  if (of.data !== undefined) return children(of.data)
  return of.error ? <ErrorNotice error={of.error} inline={inline} retry={() => void of.refetch()} /> : skeleton
}
