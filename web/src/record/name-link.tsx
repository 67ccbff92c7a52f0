import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import { useCan } from '../access/can.ts'
import { TextLink } from '../ui/link.tsx'

/**
 * The name of another record, in a cell or a fact: a link to its page for readers who may open that, else plain text.
 * @param page the call that shows the record
 */
export function NameLink({ page, to, children }: { page: Endpoint; to: string; children: ReactNode }) {
  const can = useCan()
  return can(page) ? (
    <TextLink to={to} inherit>
      {children}
    </TextLink>
  ) : (
    children
  )
}
