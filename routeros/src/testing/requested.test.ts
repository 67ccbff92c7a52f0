import { expect, test } from 'vitest'
import { requestedCommands, requestedMenus } from '../conformance/requested-properties.ts'
import { requestOf, unlistedOf } from './requested.ts'

test.each([
  [
    ['/ip/pool/print', '=.proplist=.id,name,ranges', '?disabled=true', '?#|!', '.tag=4'],
    'read ip/pool name ranges disabled',
  ],
  [['/ip/pool/print', '?-comment', '?>total=5', '?.id=*1'], 'read ip/pool comment total'],
  [['/log/listen', '=.proplist=time,message'], 'read log time message'],
  [['/ip/pool/add', '=name=a', '=ranges=10.0.0.1=2', '=place-before=*1'], 'write ip/pool name ranges'],
  [['/ip/firewall/nat/set', '=.id=*1', '=!protocol=', '=comment='], 'write ip/firewall/nat protocol comment'],
  [['/ip/pool/unset', '=numbers=*1', '=value-name=comment'], 'write ip/pool comment'],
  [['/ip/pool/remove', '=.id=*1'], 'write ip/pool'],
  [['/ping', '=address=192.0.2.1', '=count=1'], 'run ping address count'],
  [['/system/backup/save', '=name=a', '=password=b'], 'run system/backup/save name password'],
])('the words %j request %s', (words, expected) => {
  const { kind, path, names } = requestOf(words)
  expect([kind, path, ...names].join(' ')).toBe(expected)
})

test('what is not listed is named, and commands of the protocol are none of a menu', () => {
  expect(unlistedOf(['/ip/pool/print', '=.proplist=name,none'])).toBe('read ip/pool: none')
  expect(unlistedOf(['/ip/none/print'])).toBe('read ip/none')
  expect(unlistedOf(['/ip/pool/print', '=.proplist=name'])).toBeUndefined()
  expect(unlistedOf(['/login', '=name=a'])).toBeUndefined()
})

test('the list is sorted and names nothing twice', () => {
  const lists = [
    Object.keys(requestedCommands),
    ...Object.values(requestedCommands),
    ...Object.values(requestedMenus).flatMap(({ read = [], write = [] }) => [read, write]),
  ]
  for (const list of lists) expect(list).toEqual([...new Set(list)].toSorted())
})
