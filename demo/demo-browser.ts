// The parts of a browser that the owner's pages need: cookies, redirects, and forms as they are on the page.
import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import { CookieJar } from 'tough-cookie'
import { request, StepFailed, shown } from './demo-terminal.ts'

export type BrowserPage = { url: string; status: number; headers: Headers; html: string }
export type Browser = ReturnType<typeof openBrowser>

const mostHops = 10

/** Opens a browser without cookies. Each of its requests is passed to `log`. */
export function openBrowser({
  send = request,
  log = console.log,
}: {
  send?: typeof request
  log?: (line: string) => void
} = {}) {
  const jar = new CookieJar()
  const ask = async (url: string, body: URLSearchParams | undefined, headers: Record<string, string>) => {
    log(`   -> ${body ? 'POST' : 'GET'} ${shown(url)}   in the browser`)
    const cookie = jar.getCookieStringSync(url)
    const response = await send(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...(body && { 'sec-fetch-site': 'same-origin' }), ...headers },
      ...(body && { body }),
    })
    for (const line of response.headers.getSetCookie()) jar.setCookieSync(line, url)
    return response
  }
  const visit = async (
    url: string,
    form?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<BrowserPage> => {
    let target = url
    for (let hops = 0; hops < mostHops; hops++) {
      const response = await ask(target, hops === 0 ? form : undefined, headers)
      const html = await response.text()
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || !location)
        return { url: target, status: response.status, headers: response.headers, html }
      log(`   <- ${response.status} to ${shown(location)}`)
      target = new URL(location, target).href
    }
    throw new StepFailed(`${shown(url)} redirects without an end.`)
  }
  return {
    /** The cookies that a request to this address would carry. */
    cookies: (url: string) => jar.getCookieStringSync(url),
    open: (url: string) => visit(url),
    /** Fills in and sends the form of a page with this action, and ticks what it requires. Fields that are not given keep their values of the page. */
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

/** The fields of a form with their values on the page, and with every box ticked that is required; null if the page has no such form. */
function formFields(html: string, action: string): URLSearchParams | null {
  const form = elementsIn(parse(html)).find(
    ({ tagName, attrs }) => tagName === 'form' && attribute(attrs, 'action') === action,
  )
  if (!form) return null
  const fields = new URLSearchParams()
  for (const { tagName, attrs } of elementsIn(form)) {
    const name = attribute(attrs, 'name')
    if (tagName !== 'input' || !name) continue
    const type = attribute(attrs, 'type') ?? ''
    const isTicked =
      attribute(attrs, 'checked') !== undefined || (type === 'checkbox' && attribute(attrs, 'required') !== undefined)
    if (!/^(radio|checkbox)$/.test(type) || isTicked) fields.append(name, attribute(attrs, 'value') ?? '')
  }
  return fields
}

/** The words of a page, on one line. */
export function textOf(html: string): string {
  return wordsOf(parse(html))
}

/** The words of the first heading of a page; empty without a heading. */
export function headingOf(html: string): string {
  const heading = elementsIn(parse(html)).find(({ tagName }) => tagName === 'h1')
  return heading ? wordsOf(heading) : ''
}

/** Every element below a node, in the order of the page. */
function elementsIn(node: Dom.ParentNode): Dom.Element[] {
  return node.childNodes.flatMap(child => ('tagName' in child ? [child, ...elementsIn(child)] : []))
}

function wordsOf(node: Dom.ParentNode): string {
  const parts = (node: Dom.ChildNode): string[] => {
    if (node.nodeName === '#text') return [(node as Dom.TextNode).value]
    if (!('childNodes' in node) || /^(head|style|script)$/.test(node.nodeName)) return []
    return node.childNodes.flatMap(parts)
  }
  return node.childNodes.flatMap(parts).join(' ').replace(/\s+/g, ' ').trim()
}

function attribute(attributes: Dom.Element['attrs'], name: string): string | undefined {
  return attributes.find(one => one.name === name)?.value
}
