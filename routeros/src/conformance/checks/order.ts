import type { Check } from '../check.ts'
import { verify } from '../result.ts'
import { addRule, filter, orderOfRules } from './rows-for-checks.ts'

const subject = 'Order'

export const orderChecks: readonly Check[] = [
  {
    name: 'order-of-adds',
    subject,
    assumes: 'A print returns the rules of an ordered menu in their order, new ones last.',
    usedBy: ['server/src/devices/steps.ts orderOf'],
    steps: ['Adds three disabled rules to a chain that nothing jumps to.'],
    async run(context) {
      for (const comment of ['a', 'b', 'c']) await addRule(context, { comment })
      const order = await orderOfRules(context)
      verify(order === 'abc', `The order is ${order} instead of abc.`)
    },
  },
  {
    name: 'order-place-before',
    subject,
    assumes: '`place-before` adds a rule before another one.',
    usedBy: ['server/src/devices/steps.ts writeStep', 'server/src/devices/wifi/access-write.ts'],
    steps: ['Adds two rules, and a third one before the second.'],
    async run(context) {
      await addRule(context, { comment: 'a' })
      const before = await addRule(context, { comment: 'b' })
      await addRule(context, { comment: 'c', 'place-before': before })
      const order = await orderOfRules(context)
      verify(order === 'acb', `The order is ${order} instead of acb.`)
    },
  },
  {
    name: 'order-move',
    subject,
    assumes: 'move puts rules before `destination`, several in the given order, and without one to the end.',
    usedBy: ['routeros/src/api/session.ts move', 'server/src/devices/steps.ts readBack'],
    steps: ['Adds four rules, moves the last two before the first, and then the first to the end.'],
    async run(context) {
      const ids: string[] = []
      for (const comment of ['a', 'b', 'c', 'd']) ids.push(await addRule(context, { comment }))
      const [a = '', , c = '', d = ''] = ids
      await context.session.move(filter, [c, d], a)
      const first = await orderOfRules(context)
      verify(first === 'cdab', `The order after the first move is ${first} instead of cdab.`)
      await context.session.move(filter, a, null)
      const second = await orderOfRules(context)
      verify(second === 'cdba', `The order after the second move is ${second} instead of cdba.`)
    },
  },
]
