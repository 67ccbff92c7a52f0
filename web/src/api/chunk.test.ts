import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, CssChunkLoadError, chunkTimeout, loadChunk, onChunkFailure } from './chunk.ts'

const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://panel.example/assets/list-Ab12.js'))

describe('loading a part of the program', () => {
  it('gives what arrived', async () => {
    expect(await loadChunk(() => Promise.resolve(5))).toBe(5)
  })

  it('tries once more under an address that no cache knows', async () => {
    const requested: string[] = []
    const found = await loadChunk(missing as () => Promise<string>, (address) => {
      requested.push(address)
      return Promise.resolve('second')
    })
    expect(found).toBe('second')
    expect(requested).toHaveLength(1)
    expect(requested[0]).toMatch(/^http:\/\/panel\.example\/assets\/list-Ab12\.js\?again=\d+$/)
  })

  it('asks again as it is where the browser does not say which address failed', async () => {
    let times = 0
    await loadChunk(() =>
      ++times === 1 ? Promise.reject(new TypeError('Importing a module script failed.')) : Promise.resolve('there'),
    )
    expect(times).toBe(2)
  })

  it('fails with an error of its own after the second try, and tells who wants to know', async () => {
    let reported = 0
    const stop = onChunkFailure(() => reported++)
    await expect(loadChunk(missing, missing)).rejects.toBeInstanceOf(ChunkLoadError)
    expect(reported).toBe(1)
    stop()
  })

  it('names a style sheet that did not arrive by its own error', async () => {
    const style = () => Promise.reject(new Error('Unable to preload CSS for /assets/list-Ab12.css'))
    await expect(loadChunk(style)).rejects.toBeInstanceOf(CssChunkLoadError)
  })

  it('has messages by which the router does not recognise a missing module and reload the page', async () => {
    const error = (await loadChunk(missing, missing).catch((cause: unknown) => cause)) as Error
    // https://github.com/TanStack/router, router-core/src/utils.ts, isModuleNotFoundError
    for (const words of [
      'Failed to fetch dynamically imported module',
      'error loading dynamically imported module',
      'Importing a module script failed',
    ])
      expect(error.message.startsWith(words)).toBe(false)
  })

  describe('that does not answer', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('is given up after 120 000 ms and not before', async () => {
      let ended: unknown
      loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => (ended = error))
      await vi.advanceTimersByTimeAsync(chunkTimeout - 1)
      expect(ended).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(ended).toBeInstanceOf(ChunkLoadError)
      expect(chunkTimeout).toBe(120_000)
    })
  })
})
