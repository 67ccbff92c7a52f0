import { Anchor } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../api/chunk.ts'

// The numbering plans of all countries are larger than a list.
const PhoneText = lazy(() => loadChunk(() => import('./phone-text.tsx')))

/** A telephone number in international format that can be called; null for none. */
export const phoneLink = (value: string | null | undefined): ReactNode =>
  value ? (
    <Anchor href={`tel:${value.replace(/[^\d+]/g, '')}`} inherit>
      <Suspense fallback={value}>
        <PhoneText value={value} />
      </Suspense>
    </Anchor>
  ) : null
