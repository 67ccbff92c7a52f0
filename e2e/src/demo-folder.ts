import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoFolderVariable, seedDemo } from './panel.ts'

/** Seeds the demo once for all test files, each of which starts its panel on a copy of it. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-e2e-demo-'))
  await seedDemo(folder)
  process.env[demoFolderVariable] = folder
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
