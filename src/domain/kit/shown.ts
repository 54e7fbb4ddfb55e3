import { z } from 'zod'

/** How a customer without an account reaches the broker. */
export const shownBroker = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

/** How the broker's pages look. */
export const shownLook = z.object({
  /** The broker's. */
  name: z.string(),
  /** The picture itself, as data: a page behind a link asks for nothing else. */
  logo: z.string().nullable(),
  colour: z.string(),
  footer: z.string(),
  /** Nothing on the page is real. */
  is_demonstration: z.boolean(),
})

export type Broker = z.infer<typeof shownBroker>
export type ShownLook = z.infer<typeof shownLook>

/** What the website's settings tell everybody who opens a page. */
export const shownSite = z.object({
  company_name: z.string(),
  slogan: z.string().nullable(),
  logo_url: z.string().nullable(),
  website_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
  copyright: z.string().nullable(),
  author: z.string().nullable(),
  contact_name: z.string().nullable(),
  analytics_key: z.string().nullable(),
})

export type ShownSite = z.infer<typeof shownSite>

/** An answer that is its message alone. */
export const nothingShown = z.null()
