import { createContext, useContext, type ReactNode } from 'react'
import { useRouterState } from '@tanstack/react-router'

/** A list inside the page of another record: without a page header of its own, and created rows return to the page. */
export interface ListEmbedding {
  /** The company that new rows start with. */
  into: number
  /** Search parameters of the page (its open tab), which stay when the list changes. */
  keep: readonly string[]
  /** Further parameters of the query. */
  fixed?: Record<string, unknown> | undefined
  /** Columns that say the same in each row. */
  without?: readonly string[] | undefined
  /** Beside the button that adds a row. */
  nav?: ReactNode
}

export const ListEmbeddingContext = createContext<ListEmbedding | undefined>(undefined)

export const useListEmbedding = (): ListEmbedding | undefined => useContext(ListEmbeddingContext)

/** The search parameters of a form that an embedded list opens: the company to start with, and the page to return to. */
export function useAddSearch(): Record<string, unknown> | undefined {
  const embedding = useListEmbedding()
  const back = useRouterState({ select: (state) => state.location.href })
  return embedding && { into: String(embedding.into), back }
}
