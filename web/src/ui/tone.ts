/** What a colour says. Never alone: a word or a sign stands beside it. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad'
