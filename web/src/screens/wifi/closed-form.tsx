import type { ReactNode } from 'react'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The page of a form that the user cannot fill in: the reason, and a link to the list. */
export function ClosedForm({
  title,
  crumbs,
  reason,
  text,
  back,
}: {
  title: string
  crumbs: readonly Crumb[]
  reason: string
  text: string
  back: { to: string; label: ReactNode }
}) {
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <Card>
        <EmptyState title={reason} text={text}>
          <LinkButton variant="default" to={back.to}>
            {back.label}
          </LinkButton>
        </EmptyState>
      </Card>
    </>
  )
}
