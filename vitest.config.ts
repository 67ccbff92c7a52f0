import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { schemas } from './web/vite.config.ts'

export default defineConfig({
  test: {
    // Two cores are the smallest machine that we promise to be pleasant on.
    maxWorkers: 2,
    // A test that fails now and then has a cause, in itself or in the product: it is fixed there.
    retry: 0,
    projects: [
      {
        test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] },
      },
      {
        test: { name: 'radius', root: './radius', include: ['src/**/*.test.ts'] },
      },
      {
        test: { name: 'scripts', root: './scripts', include: ['*.test.mjs'] },
      },
      {
        test: {
          name: 'routeros',
          root: './routeros',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulator',
          root: './simulator',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          root: './server',
          // The demo's tests take their databases from the same PostgreSQL.
          include: ['src/**/*.test.ts', '../demo/src/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('server/src/testing/global-setup.ts', import.meta.url))],
          // A file spends half of its time loading the same modules. No test replaces a module or changes the environment.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias: [schemas] },
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Tests use schemas without a form around them.
          setupFiles: [fileURLToPath(new URL('web/src/schema/zod.ts', import.meta.url))],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
