import { defineConfig } from 'vitest/config'

/**
 * Tests that drive Chromium against a running panel. Two files at a time: each starts its own panel, and waits for pages
 * and routers about half of its time.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['results/**', 'node_modules/**'],
    globalSetup: ['./src/demo-folder.ts'],
    setupFiles: ['./src/pictures.ts'],
    sequence: { hooks: 'list' },
    maxWorkers: 2,
    // An action times out after a minute, so a hanging test ends long before.
    testTimeout: 600_000,
    // A flaky test has a cause, in the test or in the product, which is fixed there.
    retry: 0,
    hookTimeout: 300_000,
    // Complete messages, for a run of which only the end of the log is available.
    chaiConfig: { truncateThreshold: 2000 },
    expect: { poll: { timeout: 30_000 } },
  },
})
