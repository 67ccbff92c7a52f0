import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { choose } from './src/invite.ts'
import { downloadCsv, listReady, namesOf, rowsOf } from './src/list.ts'
import { demoUser, signInDemo } from './src/sign-in.ts'
import { useTenants } from './src/tenants.ts'

const tenants = useTenants('labels')

interface Row {
  id: number
  name: string
  company_id: number
}

/** The rows of a list as the user of a page sees them. */
const rowsFrom = async (page: Page, path: string): Promise<Row[]> =>
  ((await api(page, 'GET', path)) as { data: Row[] }).data

/** Findings of axe and horizontal overflow on the settled page. */
async function audit(page: Page): Promise<string[]> {
  await settle(page)
  return [...(await violations(page)), ...(await sidewaysScroll(page))]
}

/** Chooses tags in an open form or dialog. */
async function chooseTags(page: Page, ...names: string[]): Promise<void> {
  // Under load the choices arrive after the form.
  await settle(page)
  const input = page.getByRole('textbox', { name: 'Tags' }).or(page.getByRole('combobox', { name: 'Tags' }))
  for (const name of names) {
    await input.first().fill(name)
    await page.getByRole('option', { name }).click()
  }
  await page.keyboard.press('Escape')
}

test('a provider’s tags and fields are set on records below it, and read by a distributor alone', async () => {
  const { page } = await tenants.newcomer()
  await signInDemo(page, 'primary-admin', 'simrush')
  const distributor = (await tenants.newcomer()).page
  await signInDemo(distributor, 'admin', 'distributor')
  const [first, second] = (await rowsFrom(distributor, '/site/index?orderBy=name')) as [Row, Row]

  await page.goto('/tags/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Flagship')
  await page.getByRole('radio', { name: 'Violet' }).check()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Create tag' }).click()
  await listReady(page, 'Tags')
  expect(await audit(page)).toEqual([])

  await page.goto('/custom-fields/create')
  await choose(page, 'Records', 'Sites')
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Rack units')
  await choose(page, 'Type', 'Number')
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Create custom field' }).click()
  await listReady(page, 'Custom fields')
  expect(await audit(page)).toEqual([])

  for (const [row, units] of [
    [first, '42'],
    [second, '12'],
  ] as const) {
    await page.goto(`/sites/update/${row.id}`)
    await chooseTags(page, 'Flagship')
    await page.getByLabel('Rack units').fill(units)
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: row.name }).waitFor()
    await page.getByText('Flagship').first().waitFor()
  }
  expect(await audit(page)).toEqual([])

  // As column, filter and order of the distributor's list, and in its export.
  await distributor.goto('/sites/list?orderBy=custom_fields.rack_units')
  expect((await namesOf(distributor, 'Sites')).slice(0, 2)).toEqual([second.name, first.name])
  await distributor.getByRole('button', { name: 'Columns and density' }).click()
  await distributor.getByRole('checkbox', { name: 'Rack units' }).check()
  await distributor.keyboard.press('Escape')
  await distributor.getByRole('columnheader', { name: 'Rack units' }).waitFor()
  await expect.poll(() => rowsOf(distributor, 'Sites').first().innerText()).toMatch(/Flagship[\s\S]*12/)
  const [tag] = (await rowsFrom(distributor, '/tag/index?search=name:Flagship')) as [Row]
  await distributor.goto(`/sites/list?search=tags:${tag.id}&searchFields=tags:in`)
  expect((await namesOf(distributor, 'Sites')).toSorted()).toEqual([first.name, second.name].toSorted())
  await distributor.getByText('Tags is Flagship').waitFor()
  expect(await audit(distributor)).toEqual([])
  await distributor.getByRole('button', { name: 'Export' }).click()
  const lines = await downloadCsv(distributor, distributor.getByRole('menuitem', { name: 'Download as CSV' }))
  const heads = lines[0] as string[]
  const cell = (line: string[] | undefined, head: string) => line?.[heads.indexOf(head)]
  const line = lines.find((cells) => cell(cells, 'id') === String(first.id))
  expect([cell(line, 'tags'), cell(line, 'custom_fields.rack_units')]).toEqual([
    expect.stringContaining('Flagship'),
    '42',
  ])

  // An inherited tag is used, not changed; a sibling of the distributor does not see its records.
  await distributor.goto(`/tags/update/${tag.id}`)
  await distributor.getByText('This tag is inherited').waitFor()
  const sibling = (await tenants.newcomer()).page
  await signInDemo(sibling, 'admin', 'distributor', 2)
  expect(await rowsFrom(sibling, `/site/index?search=tags:${tag.id}`)).toEqual([])
  const own = (await api(distributor, 'POST', '/tag/store', { name: 'Northern area' })) as { data: { id: number } }
  expect(await rowsFrom(sibling, '/tag/index?search=name:Northern')).toEqual([])
  expect(own.data.id).toBeGreaterThan(0)
})

test('tags are added to the selected rows as a job, and removed again', async () => {
  const { page } = await tenants.newcomer()
  await signInDemo(page, 'primary-admin', 'simrush')
  await page.goto('/services/list')
  await listReady(page, 'Services')
  const rows = rowsOf(page, 'Services')
  for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
  for (const [action, shown] of [
    ['Add tags', 2],
    ['Remove tags', 0],
  ] as const) {
    const count = await page.getByRole('region', { name: 'Selected rows' }).count()
    if (count === 0) for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    if (action === 'Remove tags') {
      await bar.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    } else await bar.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog', { name: action })
    await dialog.getByRole('button', { name: `${action} (2)` }).click()
    await dialog.getByText('Select at least one tag.').first().waitFor()
    await chooseTags(page, 'VIP')
    expect(await audit(page)).toEqual([])
    await dialog.getByRole('button', { name: `${action} (2)` }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => await rows.filter({ hasText: 'VIP' }).count(), { timeout: 30_000 }).toBe(shown)
  }
})

test('a mentioned colleague gets a mail that opens the note; a sibling sees no note', async () => {
  const { page } = await tenants.newcomer()
  await signInDemo(page, 'primary-admin', 'distributor')
  const [device] = (await rowsFrom(page, '/hardware/index?orderBy=name')) as [Row]
  const colleague = demoUser('admin', 'distributor')
  const [user] = (await rowsFrom(page, `/user/index?search=email:${colleague}`)) as [Row]

  await page.goto(`/hardware/${device.id}/notes`)
  const input = page.getByRole('textbox', { name: 'New note' })
  await input.fill(`The key is at the desk. @${user.name.slice(0, 4)}`)
  await page.getByRole('option', { name: user.name }).first().waitFor()
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Enter')
  await input.pressSequentially('please take it along')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('please take it along').last().waitFor()
  await expect.poll(() => input.inputValue(), { timeout: 30_000 }).toBe('')
  expect(await audit(page)).toEqual([])

  const mail = await tenants.mailbox.next(colleague)
  expect(mail.text).toContain('The key is at the desk.')
  expect(new URL(mail.link).pathname).toBe(`/hardware/${device.id}/notes`)
  const reader = (await tenants.newcomer()).page
  await signInDemo(reader, 'admin', 'distributor')
  await reader.goto(new URL(mail.link).pathname)
  await reader.getByText('The key is at the desk.').waitFor()
  await expect.poll(() => reader.getByRole('button', { name: 'Delete note' }).count()).toBe(0)

  const sibling = (await tenants.newcomer()).page
  await signInDemo(sibling, 'primary-admin', 'distributor', 2)
  const found = await rowsFrom(sibling, `/note/index?search=kind:hardware;record_id:${device.id}&searchJoin=and`)
  expect(found).toEqual([])
})
