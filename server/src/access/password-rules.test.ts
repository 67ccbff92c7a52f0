import { expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { rejectWeakPassword } from './password-rules.ts'

const names = ['Ada', 'Lovelace', 'ada.lovelace@northwind-networks.example', 'Northwind Networks Ltd']
const errorOf = (password: string): string | undefined => {
  try {
    rejectWeakPassword(password, names)
    return undefined
  } catch (error) {
    return (error as AppError).fields?.['password']?.reason
  }
}

test.each([
  'passwordpassword',
  'Password2024!',
  'P4ssw0rd2025!!',
  'password1234',
  'qwertyuiop12',
  'asdfghjkl;123',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  '1q2w3e4r5t6y',
  'CorrectHorseBatteryStaple',
  'dragonmonkey84',
  'iloveyou2023',
  'Sommer2024!!!',
  'MikroTik-2025',
  'adminadminadmin',
  'qwertzuiop!!',
  '111122223333',
  'letmein-letmein',
  'liverpool1892',
])('%s is rejected as common', (password) => {
  expect(errorOf(password)).toMatch(/^password\.(common|guessable)$/)
})

test.each([
  'Trunkline2025!',
  'tr0nkline-tr0nkline'.replace('tr0n', 'trun').replace('tr0n', 'trun'),
  'northwind2024!',
  'LovelaceAda1',
  'NorthwindNetworks',
  'ada.lovelace99',
  'Tr0nkl1ne'.padEnd(12, '1').replace('Tr0n', 'Trun'),
])('%s is rejected as composed of names', (password) => {
  expect(errorOf(password)).toBe('password.contains_name')
})

test.each([
  'violet-tundra-oxide-42',
  'k3jd8f0ql2mz',
  'Zug fährt um 7 nach Görlitz',
  'summer winter monkey dragon lovely',
  'northwind pebble 93 kayak',
  'x7!Qm#2vLp9@',
  '正しい馬の電池ホチキス止めだ',
])('%s is taken', (password) => {
  expect(errorOf(password)).toBeUndefined()
})
