// As much of a browser as the owner's pages need: cookies, redirects, and forms as they are in the page.
import { request, StepFailed, shown } from './demo-terminal.ts'

export type BrowserPage = { url: string; status: number; headers: Headers; html: string }
export type Browser = ReturnType<typeof openBrowser>

/** As much of a browser as the owner's pages need: cookies, redirects, and forms as they are in the page. */
export function openBrowser({
  send = request,
  log = console.log,
}: {
  send?: typeof request
  log?: (line: string) => void
} = {}) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { origin } = new URL(url)
    if (!jars.has(origin)) jars.set(origin, new Map())
    return jars.get(origin) as Map<string, string>
  }
  const visit = async (
    url: string,
    form?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<BrowserPage> => {
    let target = url
    let body = form
    for (let hops = 0; hops < 10; hops++) {
      const jar = jarOf(target)
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      log(`   -> ${body ? 'POST' : 'GET'} ${shown(target)}   in the browser`)
      const response = await send(target, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { ...(cookie && { cookie }), ...(body && { 'sec-fetch-site': 'same-origin' }), ...headers },
        ...(body && { body }),
      })
      for (const line of response.headers.getSetCookie()) keepCookie(jar, line)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || !location)
        return { url: target, status: response.status, headers: response.headers, html: await response.text() }
      await response.text()
      log(`   <- ${response.status} to ${shown(location)}`)
      target = new URL(location, target).href
      body = undefined
    }
    throw new StepFailed(`${shown(url)} redirects without an end.`)
  }
  return {
    jarOf,
    open: (url: string) => visit(url),
    /** Fills in and sends the form of a page with this action; what is not given stays as the page has it. */
    submit(
      page: BrowserPage,
      action: string,
      values: Record<string, string> = {},
      headers: Record<string, string> = {},
    ): Promise<BrowserPage> {
      const fields = formFields(page.html, action)
      if (!fields) throw new StepFailed(`${shown(page.url)} has no form that is sent to ${action}.`)
      for (const [name, value] of Object.entries(values)) fields.set(name, value)
      return visit(new URL(action, page.url).href, fields, headers)
    },
  }
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const ended = attributes.some(
    attribute => /^max-age=(0|-\d+)$/i.test(attribute) || /^expires=.* 1970 /i.test(attribute),
  )
  if (ended) jar.delete(name)
  else jar.set(name, value)
}

/** The fields of a form with the values that the page gives them; null when there is no such form. */
function formFields(html: string, action: string): URLSearchParams | null {
  for (const [, tag = '', inside = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    if (attributesOf(tag).get('action') !== action) continue
    const fields = new URLSearchParams()
    for (const [, input = ''] of inside.matchAll(/<input\b([^>]*)>/g)) {
      const attributes = attributesOf(input)
      const chosen = !/^(radio|checkbox)$/.test(attributes.get('type') ?? '') || attributes.has('checked')
      const name = attributes.get('name')
      if (name && chosen) fields.append(name, attributes.get('value') ?? '')
    }
    return fields
  }
  return null
}

function attributesOf(tag: string): Map<string, string> {
  return new Map(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string)
}

/** The words of a page, on one line. */
export function textOf(html: string): string {
  return unescaped(
    html
      .replace(/<(head|style|script)\b.*?<\/\1>/gs, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim()
}
