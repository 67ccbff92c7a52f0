import type { BackupStatus } from '@trunkline/contract/resources/backup'
import { beforeEach, describe, expect, it } from 'vitest'
import { shows, text } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { BackupNotice } from './backup-notice.tsx'

const good = {
  host: 'panel1',
  file: 'trunkline-1.tar.enc',
  bytes: 1000,
  encrypted: true,
  finished_at: '2026-01-01T00:00:00.000Z',
}
const failed = { host: 'panel1', reason: 'The disk of /backup is full.', finished_at: '2026-01-02T00:00:00.000Z' }
const fine: BackupStatus = { last_good: good, last_failed: null, recent: 1, max_age_hours: 30, overdue: false }

const { api, visit } = screenTests(['panel', 'dashboard'])
let status: BackupStatus
beforeEach(() => {
  api.on('GET /api/installation/backups/status', () => ({ data: status }))
})

const Page = () => (
  <>
    <BackupNotice />
    <p>below</p>
  </>
)
const calls = () => api.of('/api/installation/backups/status').length

describe('the notice of backups', () => {
  it('says that the last good backup is too old, and which it is', async () => {
    status = { ...fine, overdue: true }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('The last good backup is too old')
    expect(text()).toContain('at most 30 hours')
    expect(text()).toContain(good.file)
  })

  it('says that there is no backup, and how to make one', async () => {
    status = { ...fine, last_good: null, overdue: true }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('No backup has been made')
    expect(document.querySelector('code')?.textContent).toBe('npm run backup -- /path/to/backups')
  })

  it('says why the last backup failed, while an older one is young enough', async () => {
    status = { ...fine, last_failed: failed }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('The last backup failed')
    expect(text()).toContain(failed.reason)
  })

  it('is absent while backups are good, and for everyone but the provider', async () => {
    status = fine
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await expect.poll(calls).toBe(1)
    expect(document.querySelector('section')).toBeNull()
    status = { ...fine, overdue: true }
    await visit({ '/': Page }, '/', { type: 'reseller', role: 'admin' })
    await shows('below')
    expect(document.querySelector('section')).toBeNull()
    expect(calls()).toBe(1)
  })
})
