import { useRouterState } from '@tanstack/react-router'
import { ImportScreen } from './import-screen.tsx'
import { importRooms } from './kinds.ts'

/** Rows from a file. What they become follows from the address. */
export default function Import() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const namespace = importRooms.find((one) => one.path === path)
  return namespace ? <ImportScreen key={namespace.kind} namespace={namespace} /> : null
}
