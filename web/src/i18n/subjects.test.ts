import { subjects } from '@trunkline/contract/abilities'
import { describe, expect, it } from 'vitest'
import profile from '../screens/profile/texts.en.ts'
import panel from '../shell/panel/texts.en.ts'

describe('every subject of the ability table', () => {
  it('has a name for search and audit log', () => {
    // Mails are in neither.
    expect(subjects.filter((subject) => !(subject in panel.kind) && subject !== 'outbox')).toEqual([])
  })

  it('has a name for the scopes of API tokens', () => {
    expect(subjects.filter((subject) => !(subject in profile.subject))).toEqual([])
  })
})
