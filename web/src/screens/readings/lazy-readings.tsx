import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { loadTexts } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import type { ReadingsProps } from './readings-props.ts'

const Loaded = lazy(async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('./Readings.tsx')),
    loadTexts(['readings', 'lan', 'sessions']),
  ])
  return { default: chunk.Readings }
})

/** Graphs of readings over time, whose code and texts are loaded with the first one. */
export const Readings = (of: ReadingsProps) => (
  <Suspense
    fallback={
      of.title === undefined ? (
        <TableSkeleton rows={8} columns={4} />
      ) : (
        <Card title={of.title}>
          <TableSkeleton rows={8} columns={4} />
        </Card>
      )
    }
  >
    <Loaded {...of} />
  </Suspense>
)
