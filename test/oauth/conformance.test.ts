// The scenarios of the official conformance runner for authorization servers. The runner is the app, and a browser the owner, who agrees.
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { freePort, freshFolder } from '../databases.ts'
import { onPresentation, startApp } from '../harness.ts'
import { noBrowser as skip, startBrowser } from '../kit/browser.ts'
import { openedSession } from '../kit/key-controls.ts'
import { resultsIn, run } from '../mcp/conformance-runner.ts'
import { register } from './apps.ts'

onPresentation('conformance of the authorization server', ({ fresh }) => {
  test('the metadata and the authorization code grant pass, with the consent of an owner in a browser', {
    skip,
  }, async t => {
    // The runner reaches the service at its issuer, which has to be known before the service has a port.
    const [front, back] = [await freePort(), await freePort()]
    const issuer = `http://127.0.0.1:${front}`
    const app = await startApp(await fresh(), { env: { SITES: `events=${issuer}` } })
    const relay = createServer(socket => {
      const inner = connect(Number(new URL(app.origin).port), '127.0.0.1')
      for (const each of [socket, inner]) each.on('error', () => each.destroy())
      socket.pipe(inner).pipe(socket)
    }).listen(front, '127.0.0.1')
    const browser = await startBrowser()
    t.after(async () => {
      await browser.close()
      relay.close()
      await app.close()
    })
    const { value } = await openedSession(app, await app.account())
    const context = await browser.newContext()
    await context.addCookies([{ name: 'handbill-account', value, url: issuer }])
    const page = await context.newPage()
    const redirect_uris = [`http://127.0.0.1:${back}/callback`]
    const { json } = await register(app, { client_name: 'The conformance runner', redirect_uris })

    let consent: Promise<void> | undefined
    const agree = async (address: string) => {
      await page.goto(address)
      await page.getByRole('button', { name: 'Connect it' }).click()
      await page.getByText('You can close this page').waitFor()
    }
    const folder = freshFolder()
    const asked = ['--client-id', json.client_id as string, '--port', String(back), '--resource', `${issuer}/mcp`]
    const { stdout } = await run('conformance', ['authorization', '--url', issuer, ...asked, '-o', folder], printed => {
      const address = /^http\S+\/v1\/oauth\/authorize\?\S+(?=\n)/m.exec(printed)?.[0]
      if (address) consent ??= agree(address)
    })
    await consent
    const results = resultsIn(folder)
    for (const name of ['authorization-server-metadata-endpoint', 'authorization-code-grant']) {
      const checks = results.get(name) ?? results.get(`authorization-server-${name}`) ?? []
      assert.ok(checks.length > 0, `${name} checks something: ${stdout}`)
      assert.deepEqual(
        checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO'),
        [],
      )
    }
  })
})
