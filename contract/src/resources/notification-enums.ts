/**
 * Where alerts are sent. `email` uses the panel's mail server; `telegram` the bot API; `slack` an incoming webhook;
 * `teams` a workflow with an HTTP trigger; `ntfy` a topic; `sms` the HTTP interface of any gateway; `webhook` a signed
 * request (Standard Webhooks).
 */
export const notificationKinds = ['email', 'telegram', 'slack', 'teams', 'ntfy', 'sms', 'webhook'] as const
export type NotificationKind = (typeof notificationKinds)[number]
