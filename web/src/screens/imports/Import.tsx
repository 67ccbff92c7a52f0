import { useRouterState } from '@tanstack/react-router'
import { ImportScreen } from './import-screen.tsx'
import { importRooms } from './kinds.ts'

/** Rows from a file. What they become follows from the address. */
export default function Import() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const room = importRooms.find((one) => one.path === path)
  return room ? <ImportScreen key={room.kind} room={room} /> : null
}
