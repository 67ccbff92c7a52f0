import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'

const AttributeLines = lazy(() => loadChunk(() => import('./attribute-lines.tsx')))

/** `AttributeLines`, loaded when a form shows it: the rules of all attribute types come with it. */
export function LazyAttributeLines(props: { of: 'tariff' | 'nas'; restricted: boolean }) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <AttributeLines {...props} />
    </Suspense>
  )
}
