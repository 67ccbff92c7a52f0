import { useDebouncedValue } from '@mantine/hooks'
import { attributeKey } from '@trunkline/contract/extra-attributes'
import { radiusAttributes, type RadiusAttribute } from '@trunkline/contract/resources/radius-attribute'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'

/** Milliseconds without a keystroke before the server is called. */
export const typingPause = 250
/** The dictionary changes with an update of FreeRADIUS only. */
export const dictionaryFresh = 5 * 60_000

/**
 * The dictionary's attributes of the names in the lines.
 * @param attributes names as typed, with or without a tag
 * @returns a lookup by name in lower case, whether it is up to date with the input, and whether a dictionary is
 * loaded (undefined while that is unknown)
 */
export function useDefinitions(attributes: readonly string[]) {
  const names = [...new Set(attributes.map((name) => attributeKey(name.trim())))]
    .filter((name) => /^[a-z0-9][a-z0-9._/-]*$/.test(name))
    .toSorted()
    .join(',')
  const [requested] = useDebouncedValue(names, typingPause)
  const reply = useCall(radiusAttributes.lookup, { query: { names: requested } }, { staleTime: dictionaryFresh })
  const found = reply.data?.data
  const byName = useMemo(
    () => new Map<string, RadiusAttribute>((found ?? []).map((one) => [one.name.toLowerCase(), one])),
    [found],
  )
  return {
    find: (name: string) => byName.get(name),
    settled: requested === names && !reply.isFetching && !reply.isError,
    loaded: reply.data?.loaded,
  }
}
