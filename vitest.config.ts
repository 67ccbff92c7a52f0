import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are the smallest machine that we promise to be pleasant on.
    maxWorkers: 2,
    // A machine that is shared stalls now and then; a test that fails twice has found something.
    retry: process.env.CI === 'true' ? 1 : 0,
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
          globalSetup: ['./src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
    ],
  },
})
