import { Card } from '../../ui/card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'

/** The place of the plots while they are loaded. */
export function DevicePlotsSkeleton() {
  return (
    <Card>
      <TableSkeleton rows={8} columns={4} />
    </Card>
  )
}
