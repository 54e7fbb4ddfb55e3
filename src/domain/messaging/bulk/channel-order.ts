/** By which channels somebody is written to: the first that reaches them. */
export const channelOrders = ['email', 'sms', 'sms_email', 'email_sms'] as const
export type ChannelOrder = (typeof channelOrders)[number]
export type BulkChannel = 'email' | 'sms'

/** As people choose it. */
export const channelOrderWords: Record<ChannelOrder, string> = {
  email: 'Email',
  sms: 'SMS',
  sms_email: 'SMS, else email',
  email_sms: 'Email, else SMS',
}

export const channelWords: Record<BulkChannel, string> = { email: 'Email', sms: 'SMS' }

export function channelsOf(order: ChannelOrder): BulkChannel[] {
  return order.split('_') as BulkChannel[] // Made of the names of the channels.
}
