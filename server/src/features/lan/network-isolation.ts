import { ruleMark } from '@trunkline/contract/resources/firewall'
import { isolationRules, isolatedList, networksList, type NetworksRead } from '../../devices/readings/networks.ts'
import type { Step } from '../../devices/devices.ts'

/*
 * Isolated networks use two rules in the chain `forward` and two interface lists: traffic between an isolated network
 * and any other network of the router is dropped in both directions. Traffic within a network and to the internet is
 * not affected. https://help.mikrotik.com/docs/spaces/ROS/pages/47579162/Filter
 */

const listMenu = 'interface/list'
const memberMenu = 'interface/list/member'
const ruleMenu = 'ip/firewall/filter'
const ruleComment = `${ruleMark} keeps networks apart`

type Tables = NetworksRead['tables']

const memberOf = ({ members }: Tables, list: string, name: string) =>
  members.find((one) => one.list === list && one.interface === name && !one.dynamic)

/** @param called name of the interface at the time of the step */
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
      values: { list, interface: called, comment: ruleComment },
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
  const rules = isolationRules(tables)
  // Before the first rule that accepts new connections; without one, at the end of the chain.
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
      values: { ...matched, comment: ruleComment },
      ...(opens !== undefined && { before: opens.id }),
      identifies: { 'in-interface-list': from, 'out-interface-list': to, comment: ruleComment },
    }
    if (rule === undefined) return [add]
    // A rule that was moved behind the first accept rule is created again before it.
    if (opens !== undefined && tables.forward.indexOf(rule) > place)
      return [{ menu: ruleMenu, verb: 'remove', id: rule.id, expected: matched }, add]
    return rule.disabled
      ? [{ menu: ruleMenu, verb: 'set', id: rule.id, values: { disabled: false }, expected: matched }]
      : []
  })
}

/**
 * Steps that isolate a network, or end its isolation.
 * @param names current names of all networks of the router
 * @param called name of the network at the time of the step
 */
export function isolationSteps(
  { tables }: NetworksRead,
  name: string,
  isolated: boolean,
  names: readonly string[],
  called = name,
): Step[] {
  if (!isolated) return leaveSteps(tables, isolatedList, name)
  const lists = [isolatedList, networksList].filter((list) => !tables.lists.some((one) => one.name === list))
  return [
    ...lists.map((list): Step => ({
      menu: listMenu,
      verb: 'add',
      values: { name: list, comment: ruleComment },
      identifies: { name: list },
    })),
    ...names.flatMap((one) => joinSteps(tables, networksList, one, one === name ? called : one)),
    ...joinSteps(tables, isolatedList, name, called),
    ...ruleSteps(tables),
  ]
}

/** Adds a new network to the list of all networks, from which isolated networks are blocked. */
export const addToNetworksList = ({ tables }: NetworksRead, name: string): Step[] =>
  tables.lists.some((one) => one.name === networksList) ? joinSteps(tables, networksList, name) : []
