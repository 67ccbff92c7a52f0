/** The texts found by a glob, by namespace: the name of the folder that the file lies in. */
export const byNamespace = (modules: Record<string, unknown>): Record<string, object> =>
  Object.fromEntries(Object.entries(modules).map(([path, texts]) => [path.split('/').at(-2) as string, texts as object]))
