import { useSyncExternalStore } from 'react'

/** A bulk job that the progress panel shows. */
interface FollowedJob {
  id: number
  /** Called once, when the job has ended. */
  onEnd: (() => void) | undefined
}

let followed: readonly FollowedJob[] = []
const listeners = new Set<() => void>()

function change(next: readonly FollowedJob[]): void {
  followed = next
  for (const listener of listeners) listener()
}

/** Shows the progress of a job that this page has started, above every page. */
export const followJob = (id: number, onEnd?: () => void): void =>
  change([{ id, onEnd }, ...followed.filter((job) => job.id !== id)])

export const unfollowJob = (id: number): void => change(followed.filter((job) => job.id !== id))

/** The jobs that this page has started, latest first. */
export const useFollowedJobs = (): readonly FollowedJob[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => followed,
  )
