import { useSyncExternalStore } from 'react'

/** The specification's time-out for a chunk. */
export const chunkTimeout = 120_000
/** After this long the page says that it is still loading. */
const slowAfter = 10_000

/** A part of the program could not be loaded. The messages avoid the words by which the router would reload the page by itself. */
export class ChunkLoadError extends Error {
  override readonly name: string = 'ChunkLoadError'
}
/** The same for a style sheet. */
export class CssChunkLoadError extends ChunkLoadError {
  override readonly name = 'CssChunkLoadError'
}

let slow = 0
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Whether some part of the program has been on its way for more than ten seconds. */
export const useSlowChunk = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => slow > 0,
  )

const failureListeners = new Set<() => void>()

/** Told when a chunk is missing for good: perhaps the server has a newer version. */
export function onChunkFailure(listener: () => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

const isCss = (error: unknown) => error instanceof Error && /preload CSS/i.test(error.message)

const addressIn = (error: unknown) =>
  error instanceof Error ? /https?:\/\/\S+?\.js/.exec(error.message)?.[0] : undefined

/** Browsers keep a failed module in mind, so the second try asks under another address. Where the error names none, it asks again as it is. */
async function again<T>(
  load: () => Promise<T>,
  error: unknown,
  importFrom: (address: string) => Promise<unknown>,
): Promise<T> {
  const address = addressIn(error)
  return address ? ((await importFrom(`${address}?again=${Date.now()}`)) as T) : await load()
}

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/**
 * Every lazy part of the program comes through here: one retry past the cache, the end after 120 000 ms, and errors
 * that the error page knows. Never reloads anything by itself.
 * @throws {ChunkLoadError | CssChunkLoadError}
 */
export async function loadChunk<T>(load: () => Promise<T>, importFrom = importAddress): Promise<T> {
  let late = false
  const slowTimer = setTimeout(() => {
    late = true
    slow++
    notify()
  }, slowAfter)
  let endTimer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    endTimer = setTimeout(
      () => reject(new ChunkLoadError(`Gave up after ${chunkTimeout / 1000} seconds.`)),
      chunkTimeout,
    )
  })
  const attempt = async () => {
    try {
      return await load()
    } catch (first) {
      try {
        return await again(load, first, importFrom)
      } catch (second) {
        const Kind = isCss(first) || isCss(second) ? CssChunkLoadError : ChunkLoadError
        throw new Kind('A part of the panel did not arrive.', { cause: second })
      }
    }
  }
  try {
    return await Promise.race([attempt(), end])
  } catch (error) {
    if (error instanceof ChunkLoadError) for (const listener of failureListeners) listener()
    throw error
  } finally {
    clearTimeout(slowTimer)
    clearTimeout(endTimer)
    if (late) {
      slow--
      notify()
    }
  }
}
