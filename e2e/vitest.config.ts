import { defineConfig } from 'vitest/config'

/** Tests that drive Chromium over a running panel. One file at a time: each starts its own. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['results/**', 'node_modules/**'],
    setupFiles: ['./src/pictures.ts'],
    sequence: { hooks: 'list' },
    fileParallelism: false,
    // One action waits for a minute at most, so a test that hangs ends long before.
    testTimeout: 600_000,
    // A test that fails now and then has a cause, in itself or in the product: it is fixed there.
    retry: 0,
    hookTimeout: 180_000,
    // A message says all of what was found, for a run of which only the end is at hand.
    chaiConfig: { truncateThreshold: 2000 },
    expect: { poll: { timeout: 30_000 } },
  },
})
