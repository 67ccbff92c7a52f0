import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

it('tells Edge from the Chrome and Safari that it claims to be', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    ),
  ).toEqual({ browser: 'Edge', system: 'Windows' })
})

it('tells Android from the Linux that it claims to be', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    ),
  ).toEqual({ browser: 'Chrome', system: 'Android' })
})

it('says nothing about what it does not know', () => {
  expect(deviceOf(null)).toBeUndefined()
  expect(deviceOf('undici')).toBeUndefined()
})
