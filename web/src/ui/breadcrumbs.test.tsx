import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { screenTests } from '../testing/screen.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'

const { visit } = screenTests(['panel'])

const items = ['Companies', 'North', 'Harbour', 'Quay'].map((label, index) =>
  index < 3 ? { label, to: `/company-management/summary/${index}` } : { label },
)
const more = () => document.querySelector<HTMLButtonElement>('nav button')
const texts = () => [...document.querySelectorAll('nav li')].map((step) => step.textContent)

describe('breadcrumbs', () => {
  it('show the middle steps on request, and move the focus to the first of them', async () => {
    await visit({ '/': () => <Breadcrumbs items={items} /> }, '/', null)
    expect(more()?.getAttribute('aria-label')).toBe('Show 2 more steps')
    await act(async () => more()?.click())
    expect(more()).toBeNull()
    expect(texts()).toEqual(['Companies', '›North', '›Harbour', '›Quay'])
    expect(document.activeElement?.textContent).toBe('North')
    expect(document.querySelector('[aria-current=page]')?.textContent).toBe('Quay')
  })

  it('have no button without a middle step', async () => {
    await visit({ '/': () => <Breadcrumbs items={items.slice(2)} /> }, '/', null)
    expect(more()).toBeNull()
    expect(texts()).toEqual(['Harbour', '›Quay'])
  })
})
