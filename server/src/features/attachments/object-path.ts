/**
 * The path of an object in a folder or bucket: below one of 256 folders, because large folders are slow on some file
 * systems.
 */
export const objectPath = (name: string): string => `${name.slice(0, 2)}/${name}`

/** The object that a path names; undefined for anything else in the folder or bucket. */
export const objectOf = (path: string): string | undefined => /^[0-9a-f]{2}\/([0-9a-f]{32})$/.exec(path)?.[1]
