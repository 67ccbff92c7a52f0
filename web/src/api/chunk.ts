import { useSyncExternalStore } from 'react'

/** The timeout of the specification for a chunk. Milliseconds. */
export const chunkTimeout = 120_000
/** After this time the page shows that it is still loading. Milliseconds. */
const slowAfter = 10_000

/** A chunk could not be loaded. The messages avoid the words at which the router would reload the page. */
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

/** Whether a chunk has been loading for more than ten seconds. */
export const useSlowChunk = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => slow > 0,
  )

const failureListeners = new Set<() => void>()

/** Called when a chunk is missing for good: the server may have a newer version. */
export function onChunkFailure(listener: () => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

const isCss = (error: unknown) => error instanceof Error && /preload CSS/i.test(error.message)

const addressIn = (error: unknown) =>
  error instanceof Error ? /https?:\/\/\S+?\.js/.exec(error.message)?.[0] : undefined

/** Browsers cache a failed module, so the retry uses another URL. Where the error names none, it retries as is. */
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
 * Loads every lazy part of the program: one retry past the cache, a timeout of 120,000 ms, and errors that the error
 * page knows. Never reloads by itself.
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
