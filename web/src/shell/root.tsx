import { Outlet } from '@tanstack/react-router'
import { Announcer } from '../ui/announcer.tsx'
import { Progress } from './progress.tsx'
import { useRouteTitle } from './route-title.ts'
import { Toasts } from './toasts.tsx'
import { VersionBar } from './version-bar.tsx'

/** The layout of every page, signed in or not. */
export function Root() {
  useRouteTitle()
  return (
    <>
      <Announcer />
      <Progress />
      <VersionBar />
      <Outlet />
      <Toasts />
    </>
  )
}
