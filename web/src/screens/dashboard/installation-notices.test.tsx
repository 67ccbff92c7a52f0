import type { BackupStatus } from '@trunkline/contract/resources/backup'
import { beforeEach, describe, expect, it } from 'vitest'
import { shows, text } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { AuditNotice, BackupNotice } from './installation-notices.tsx'

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

describe('the notice of the audit log', () => {
  const verified = {
    complete: false,
    intact: true,
    seals: 12,
    last_id: 900,
    failed_first_id: null,
    failed_last_id: null,
    finished_at: '2026-01-02T02:23:00.000Z',
  }
  const differs = { ...verified, intact: false, seals: 3, failed_first_id: 301, failed_last_id: 350 }
  const show = async (failed: typeof verified | typeof differs | null, type: 'simrush' | 'reseller' = 'simrush') => {
    api.on('GET /api/audit-log/verification', () => ({ data: { nightly: failed ?? verified, complete: null, failed } }))
    const Log = () => (
      <>
        <AuditNotice />
        <p>below</p>
      </>
    )
    await visit({ '/': Log }, '/', { type, role: 'admin' })
  }

  it('names the rows that do not match since the nightly verification, and the command that compares all', async () => {
    await show(differs)
    await shows('The audit log was tampered with')
    expect(text()).toContain('301')
    expect(text()).toContain('350')
    expect(document.querySelector('code')?.textContent).toBe('node server/dist/main.js verify-audit')
  })

  it('is hidden while the log matches its seals, and for all but the provider', async () => {
    await show(null)
    await expect.poll(() => api.of('/api/audit-log/verification').length).toBe(1)
    expect(document.querySelector('section')).toBeNull()
    await show(differs, 'reseller')
    await shows('below')
    expect(api.of('/api/audit-log/verification')).toHaveLength(1)
    expect(document.querySelector('section')).toBeNull()
  })
})
