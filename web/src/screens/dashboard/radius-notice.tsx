import { lazy } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { providerOnly } from './installation-notices.tsx'

/** RADIUS servers that do not run or do not report. */
export const RadiusNotice = providerOnly(lazy(() => loadChunk(() => import('./radius-problems.tsx'))))
