/** One customer's chat as the list of chats shows it. */
export interface ChatThread {
  customer_id: number
  customer_name: string
  customer_number: string | null
  unread: number
  /** Of its newest message. */
  message_id: number
  direction: 'in' | 'out'
  sender: string | null
  text_plain: string
  created_at: string
  invoice_id: number | null
  invoice_number: string | null
}
