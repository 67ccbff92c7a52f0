import { message, type ParamsOf, type Reason, type ReplyMessage } from '@trunkline/contract/errors'
import english from '@trunkline/contract/messages/en'
import { messageText } from '@trunkline/contract/messages/texts'

/** A message in English, as in replies. */
export const replied = <R extends Reason>(reason: R, ...params: ParamsOf<R>): ReplyMessage => {
  const of = message(reason, ...params)
  return { ...of, message: messageText(english, of) }
}
