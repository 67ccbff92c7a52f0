import { connectionText } from '@trunkline/radius/files'
import { expect, test } from 'vitest'

const database = { databaseUrl: 'postgres://trunkline_radius:pw@127.0.0.1:5433/panel', key: Buffer.alloc(32, 1) }
const optionsOf = (text: string) => /^options=(.*)$/m.exec(text)?.[1]

test('additional settings of the database session come after the panel’s own, and there are none by default', () => {
  const own = optionsOf(connectionText(database))
  expect(own).toContain('-c plan_cache_mode=force_generic_plan')
  expect(own).not.toContain('synchronous_commit')
  const session = { synchronous_commit: 'off', 'panel.deferred_reports': 'off' }
  expect(optionsOf(connectionText({ ...database, session }))).toBe(
    `${own} -c synchronous_commit=off -c panel.deferred_reports=off`,
  )
})

test('a setting that would inject another one, or a line of the file, is rejected', () => {
  for (const value of ['off -c role=postgres', 'off\\ on', 'off\nhost=192.0.2.1'])
    expect(() => connectionText({ ...database, session: { synchronous_commit: value } })).toThrow(
      'A setting of the database session has a space or a backslash.',
    )
})
