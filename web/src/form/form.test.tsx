import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/call.ts'
import { field as input, press, type } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import { FieldGroup, SwitchField, TextArea, TextField } from './fields.tsx'
import { Form, type FormProps } from './form.tsx'
import texts from './texts.en.ts'

interface Values {
  name: string
  notes: string | null
  active: boolean
  address: { city: string | null }
}

const stored: Values = { name: 'Acme', notes: 'one\r\ntwo', active: true, address: { city: null } }

const { visit } = screenTests(['panel'])

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** The form on `/form` of a real router, with `/other` to leave to. */
async function show(props: Partial<FormProps<Values>> = {}) {
  const screens = {
    '/form': () => (
      <Form<Values> initial={stored} onSubmit={async () => undefined} {...props}>
        <FieldGroup>
          <TextField name="name" label="Name" required />
          <TextArea name="notes" label="Notes" />
          <SwitchField name="active" label="Active" />
          <TextField name="address.city" label="City" />
        </FieldGroup>
      </Form>
    ),
    '/other': () => <p>elsewhere</p>,
  }
  const router = await visit(screens, '/form', null)
  await settle()
  return {
    path: () => router.state.location.pathname,
    leave: async () => {
      await act(async () => void router.navigate({ to: '/other' as never }))
      await settle()
    },
    search: async () => {
      await act(async () => void router.navigate({ to: '/form' as never, search: { company: 3 } as never }))
      await settle()
    },
  }
}

async function submit() {
  await act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await settle()
}

const dialog = () => document.querySelector('[role="dialog"]')?.textContent ?? ''

/** Dialogs are loaded when they are first needed. */
const untilDialogHas = (text: string) =>
  vi.waitFor(
    async () => {
      await settle()
      expect(dialog()).toContain(text)
    },
    { timeout: 20_000 },
  )

describe('leaving a form', () => {
  it('raises no alarm when it was only opened', async () => {
    const page = await show()
    await page.leave()
    expect([page.path(), dialog()]).toEqual(['/other', ''])
  })

  it('raises no alarm when what was typed means the same as before', async () => {
    const page = await show()
    await type('Name', 'Other')
    await type('Name', 'Acme ')
    await type('City', 'X')
    await type('City', '')
    await type('Notes', 'one\ntwo')
    await page.leave()
    expect(page.path()).toBe('/other')
  })

  it('asks first when something was changed', async () => {
    const page = await show()
    await type('Name', 'Other')
    await page.leave()
    expect(page.path()).toBe('/form')
    expect(dialog()).toContain(texts.guard.title)
  })

  it('is not what a change of the company context is', async () => {
    const page = await show()
    await type('Name', 'Other')
    await page.search()
    expect(dialog()).toBe('')
  })

  it('raises no alarm after saving', async () => {
    const page = await show()
    await type('Name', 'Other')
    await submit()
    await page.leave()
    expect(page.path()).toBe('/other')
  })
})

describe('sending a form', () => {
  it('sends once, however often it is submitted meanwhile', async () => {
    const sent: Values[] = []
    let finish = () => undefined as void
    await show({
      onSubmit: (values) => {
        sent.push(values)
        return new Promise<void>((resolve) => (finish = resolve))
      },
    })
    await submit()
    await submit()
    await act(async () => finish())
    expect(sent).toHaveLength(1)
  })

  it('lays server errors on their fields, nested ones too, and moves the focus to the summary', async () => {
    await show({
      onSubmit: () =>
        Promise.reject(
          new ApiError({
            status: 422,
            code: 'validation_failed',
            message: 'x',
            fields: { 'address.city': 'No such city.', token: 'Gone.' },
          }),
        ),
    })
    await submit()
    const summary = document.querySelector('[role="alert"]')
    expect(summary?.textContent).toContain('2 fields have errors')
    expect(summary?.textContent).toContain('City: No such city.')
    expect(summary?.textContent).toContain('token: Gone.')
    expect(document.activeElement).toBe(summary)
    expect(input('City').getAttribute('aria-invalid')).toBe('true')
    expect(summary?.querySelector('a')?.getAttribute('href')).toBe(`#${input('City').id}`)
  })

  it('checks before it sends', async () => {
    let sent = 0
    await show({
      validate: (values): Record<string, string> => (values.name === 'Acme' ? { name: 'Taken.' } : {}),
      onSubmit: async () => void sent++,
    })
    await submit()
    expect([sent, document.querySelector('[role="alert"]')?.textContent]).toEqual([
      0,
      'One field has an errorName: Taken.',
    ])
  })

  it('tells any other failure at the form', async () => {
    await show({
      onSubmit: () =>
        Promise.reject(
          new ApiError({ status: 409, code: 'conflict', message: 'A site still uses it.', requestId: 'r-1' }),
        ),
    })
    await submit()
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('r-1')
  })

  it('shows both versions when the record has moved on, and saves the chosen one with the new version', async () => {
    const sent: unknown[] = []
    await show({
      initial: { ...stored, version: 1 } as Values,
      reload: async () => ({ ...stored, name: 'Theirs', notes: 'new', version: 2 }) as Values,
      onSubmit: async (values) => {
        sent.push(values)
        if ((values as Values & { version: number }).version === 1)
          throw new ApiError({ status: 409, code: 'stale_version', message: 'x' })
      },
    })
    await type('Name', 'Mine')
    await submit()
    await untilDialogHas('Theirs')
    await press(texts.stale.apply)
    await settle()
    expect(sent[1]).toMatchObject({ name: 'Mine', version: 2 })
  })
})

describe('a field with a format', () => {
  it('is checked when it is left, and keeps the form from being sent', async () => {
    const sent = vi.fn<() => Promise<void>>(async () => undefined)
    await visit(
      {
        '/form': () => (
          <Form<{ mac: string }> initial={{ mac: '' }} onSubmit={sent}>
            <TextField name="mac" label="MAC" format="mac" />
          </Form>
        ),
      },
      '/form',
      null,
    )
    await settle()
    await type('MAC', '4c:5e:0c:01:02')
    expect(input('MAC').getAttribute('aria-invalid')).not.toBe('true')
    await act(async () => input('MAC').dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    await settle()
    expect(input('MAC').getAttribute('aria-invalid')).toBe('true')
    await press(texts.save)
    expect(sent).not.toHaveBeenCalled()
    await type('MAC', '4c:5e:0c:01:02:03')
    await press(texts.save)
    await settle()
    expect(sent).toHaveBeenCalledOnce()
  })

  it('disables the button while the values are those that are there', async () => {
    await show({ submitDisabled: (values) => values.name === stored.name })
    const button = () => [...document.querySelectorAll('button')].find((one) => one.type === 'submit')
    expect(button()?.disabled).toBe(true)
    await type('Name', 'Acme Ltd')
    expect(button()?.disabled).toBe(false)
  })
})
