import type { BackupStatus } from '@trunkline/contract/resources/backup'
import { beforeEach, describe, expect, it } from 'vitest'
import { shows, text } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { BackupNotice } from './installation-notices.tsx'

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
  it('reports that the last valid backup is too old, with its file', async () => {
    status = { ...fine, overdue: true }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('Backup overdue')
    expect(text()).toContain('older than 30 h')
    expect(text()).toContain(good.file)
  })

  it('reports that there is no backup, with the command that creates one', async () => {
    status = { ...fine, last_good: null, overdue: true }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('No backups yet')
    expect(document.querySelector('code')?.textContent).toBe('npm run backup -- /path/to/backups')
  })

  it('reports why the last backup failed, while an older one is recent enough', async () => {
    status = { ...fine, last_failed: failed }
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('Last backup failed')
    expect(text()).toContain(failed.reason)
  })

  it('is hidden while backups are valid, and for all but the provider', async () => {
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
