import { openDatabases } from '../../server/src/db/databases.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { syncCatalogue } from '../../server/src/features/hardware/catalogue.ts'
import type { Logger } from '../../server/src/log.ts'
import { createInstallationKey } from './installation-key.ts'
import { businessSize, seedBusiness } from './seed-business.ts'
import { seedHierarchy } from './seed-hierarchy.ts'

/** Search terms of the benchmarks: parts of names that few, many or no rows contain. */
export const userSearchTerms = [
  'user0012',
  'user0999',
  'office 4',
  'farm 77',
  'user05',
  'shop 812',
  '100.64.12',
  'home 9',
  'isp.example',
  'user000042',
]
export const deviceSearchTerms = [
  'hxa1',
  'hx0f',
  '4c:5e:0c:00',
  'hap ax',
  'hxc4ca',
  'crs',
  '00012',
  'hxeb',
  '000477',
  'hx9',
]
export const siteSearchTerms = [
  'tower',
  'berlin',
  'office 001',
  'school 02',
  'lyon',
  '00777',
  'shop',
  'porto',
  'warehouse 1',
  'tower 0421',
]

/** Migrates an empty database and seeds it for the benchmarks of lists. */
export async function seedLists(url: string, folder: string, log: Logger): Promise<void> {
  await prepareDatabase(url, log)
  console.log('seeding …')
  const began = Date.now()
  await seedHierarchy(url)
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 1 } })
  await syncCatalogue(databases)
  await seedBusiness(url)
  // Triggers were off.
  await databases.appAll.query('set statement_timeout = 0; select recompute_tally()')
  await createInstallationKey(databases, folder)
  await databases.close()
  const rows = Object.entries(businessSize).map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
  console.log(`seeded ${rows.join(', ')} in ${((Date.now() - began) / 1000).toFixed(0)} s`)
}
