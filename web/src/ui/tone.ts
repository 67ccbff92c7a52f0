/** The meaning of a colour, always with a text or icon. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad'
