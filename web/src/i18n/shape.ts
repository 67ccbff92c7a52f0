/** The texts of another language have the keys of the English ones: `export default {…} satisfies Shape<typeof en>`. */
export type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
