import { ruleMark } from '@trunkline/contract/resources/firewall'
import { apartRules, isolatedList, networksList, type NetworksRead } from '../../devices/readings/networks.ts'
import type { Step } from '../../devices/devices.ts'

/*
 * Networks are kept apart by two rules of the chain `forward` and two lists of interfaces: nothing goes from one that is
 * kept apart to another network of the router, nor back. What stays within one network is let be, and so is the way
 * outside. https://help.mikrotik.com/docs/spaces/ROS/pages/47579162/Filter
 */

const listMenu = 'interface/list'
const memberMenu = 'interface/list/member'
const ruleMenu = 'ip/firewall/filter'
const words = `${ruleMark} keeps networks apart`

type Tables = NetworksRead['tables']

const memberOf = ({ members }: Tables, list: string, name: string) =>
  members.find((one) => one.list === list && one.interface === name && !one.dynamic)

/** @param called what the interface is called by the time of the step */
function joinSteps(tables: Tables, list: string, name: string, called = name): Step[] {
  const member = memberOf(tables, list, name)
  if (member !== undefined)
    return member.disabled
      ? [
          {
            menu: memberMenu,
            verb: 'set',
            id: member.id,
            values: { disabled: false },
            expected: { list, interface: name },
          },
        ]
      : []
  return [
    {
      menu: memberMenu,
      verb: 'add',
      values: { list, interface: called, comment: words },
      identifies: { list, interface: called },
    },
  ]
}

function leaveSteps(tables: Tables, list: string, name: string): Step[] {
  const member = memberOf(tables, list, name)
  return member === undefined
    ? []
    : [{ menu: memberMenu, verb: 'remove', id: member.id, expected: { list, interface: name } }]
}

function ruleSteps(tables: Tables): Step[] {
  const rules = apartRules(tables)
  // Before whatever may let a new connection through; where nothing does, at the end.
  const opens = tables.forward.find((rule) => rule.opens && !rule.disabled && !rule.dynamic)
  const place = opens === undefined ? -1 : tables.forward.indexOf(opens)
  return [
    { rule: rules.from, from: isolatedList, to: networksList },
    { rule: rules.to, from: networksList, to: isolatedList },
  ].flatMap(({ rule, from, to }): Step[] => {
    const matched = { chain: 'forward', action: 'drop', 'in-interface-list': from, 'out-interface-list': to }
    const add: Step = {
      menu: ruleMenu,
      verb: 'add',
      values: { ...matched, comment: words },
      ...(opens !== undefined && { before: opens.id }),
      identifies: { 'in-interface-list': from, 'out-interface-list': to, comment: words },
    }
    if (rule === undefined) return [add]
    // One that somebody has put behind what lets everything through is made anew at its place.
    if (opens !== undefined && tables.forward.indexOf(rule) > place)
      return [{ menu: ruleMenu, verb: 'remove', id: rule.id, expected: matched }, add]
    return rule.disabled
      ? [{ menu: ruleMenu, verb: 'set', id: rule.id, values: { disabled: false }, expected: matched }]
      : []
  })
}

/**
 * Steps that keep a network apart, or let it be.
 * @param names all networks of the router as they are called now
 * @param called what the network is called by then
 */
export function apartSteps(
  { tables }: NetworksRead,
  name: string,
  apart: boolean,
  names: readonly string[],
  called = name,
): Step[] {
  if (!apart) return leaveSteps(tables, isolatedList, name)
  const lists = [isolatedList, networksList].filter((list) => !tables.lists.some((one) => one.name === list))
  return [
    ...lists.map((list): Step => ({
      menu: listMenu,
      verb: 'add',
      values: { name: list, comment: words },
      identifies: { name: list },
    })),
    ...names.flatMap((one) => joinSteps(tables, networksList, one, one === name ? called : one)),
    ...joinSteps(tables, isolatedList, name, called),
    ...ruleSteps(tables),
  ]
}

/** A network that is new is one more that those which are kept apart are kept from. */
export const joinNetworks = ({ tables }: NetworksRead, name: string): Step[] =>
  tables.lists.some((one) => one.name === networksList) ? joinSteps(tables, networksList, name) : []
