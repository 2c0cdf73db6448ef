// Webhooks call only public addresses: no spelling of a host and no trick of a name server leads elsewhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isPublicAddress, targetFaults } from '../../src/domain/delivery/target.ts'
import { createWebhookClient, DeliveryFailed } from '../../src/integrations/webhooks/client.ts'
import { realNetwork } from '../../src/integrations/webhooks/network.ts'
import { startWatch, type TestNetwork, testNetwork } from '../kit/webhook-receiver.ts'

/** Hosts as an attacker spells them. None can be registered, and none is dialled even if it is in the database. */
const hosts = [
  // Loopback and "this host", in every spelling that some parser accepts.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0X7F.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.0x1',
  '127.00.00.01',
  '0',
  '0.0.0.0',
  '0x0',
  '00.0.0',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  // IPv4 inside IPv6.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::8.8.8.8]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2002:808:808::1]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  // Private and shared networks.
  '10.0.0.1',
  '10.255.255.255',
  '0xa.1',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1',
  '0xC0A80001',
  '100.64.0.1',
  '100.127.255.254',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fec0::1]',
  // Link-local, with and without a zone; the metadata services of clouds.
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  'METADATA.GOOGLE.INTERNAL',
  'instance-data.ec2.internal',
  'metadata',
  // Reserved, documentation, benchmarking, multicast, broadcast.
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
  // Names of this machine and this network.
  'localhost',
  'LOCALHOST',
  'LocalHost.LocalDomain',
  'a.localhost',
  'ⓛocalhost',
  'localhost.',
  '127.0.0.1.',
  '0x7f.1.',
  'example.org.',
  'printer.local',
  'router.lan',
  'nas.home',
  'box.home.arpa',
  '1.0.0.127.in-addr.arpa',
  'db.internal',
  'wiki.corp',
  'intranet',
  'kubernetes.default.svc.cluster.local',
  'host..example.org',
  '.example.org',
  // Strings that are no host.
  '256.256.256.256',
  '1.2.3.4.5',
  '0x1ffffffff',
  '4294967296',
  '[::1',
  '[1.2.3.4]',
  'exa mple.org',
  'example.org\\@127.0.0.1',
  'example.org@127.0.0.1',
  '127.0.0.1#.example.org',
  '127.0.0.1?.example.org',
]

/** Answers of an attacker's name server. */
const answers: [string, string[]][] = [
  ['nothing', []],
  ['loopback', ['127.0.0.1']],
  ['a metadata service', ['169.254.169.254']],
  ['an IPv6 loopback', ['::1']],
  ['an IPv4-mapped address', ['::ffff:10.0.0.1']],
  ['a mapped public address', ['::ffff:93.184.216.1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['6to4', ['2002:7f00:1::']],
  ['Teredo', ['2001:0:4136:e378:8000:63bf:3fff:fdd2']],
  ['a link-local address with a zone', ['fe80::1%eth0']],
  ['a unique local address', ['fd00::1']],
  ['public first, then private', ['93.184.216.1', '10.0.0.1']],
  ['private first, then public', ['10.0.0.1', '93.184.216.1']],
  ['public IPv4 and private IPv6', ['93.184.216.1', '::1']],
  ['public IPv6 and private IPv4', ['2606:4700::1111', '192.168.0.1']],
  ['CGNAT', ['100.64.0.1']],
  ['no address at all', ['localhost']],
]

describe('a host that is not public', () => {
  let watch: Awaited<ReturnType<typeof startWatch>>
  let network: TestNetwork
  const send = (url: string) => createWebhookClient('public', network).send({ url, headers: {}, body: '{}' })
  before(async () => {
    watch = await startWatch()
    network = testNetwork(2_000)
    // Every dialled address leads to the watch, which would notice a hole.
    network.dial = address => {
      network.dialled.push(address)
      return { host: '127.0.0.1', port: watch.port }
    }
    // Every name resolves to an inside address, as by a hosts file or a search list.
    network.resolve = async hostname => {
      network.resolved.push(hostname)
      const found = network.names.get(hostname) ?? ['127.0.0.1']
      return typeof found === 'function' ? found() : found
    }
  })
  after(() => {
    watch.close()
    network.close()
  })

  test(`${hosts.length} spellings cannot be registered, and none is dialled`, async () => {
    assert.ok(hosts.length >= 80 && new Set(hosts).size === hosts.length)
    for (const host of hosts) {
      const url = `https://${host}/latest/meta-data/`
      assert.notDeepEqual(targetFaults(url, 'public'), [], `${url} was accepted`)
      await assert.rejects(send(url), DeliveryFailed, url)
    }
    assert.deepEqual([network.dialled, watch.visits], [[], 0])
  })

  for (const [what, addresses] of answers)
    test(`a host that is not public is not dialled if a name server answers ${what}`, async () => {
      network.names.set('hook.attacker.example.com', addresses)
      const failure = await send('https://hook.attacker.example.com/').catch(error => error)
      assert.ok(failure instanceof DeliveryFailed)
      assert.equal(
        failure.message,
        'the host name has no public address',
        'the message reveals nothing about the inside',
      )
      assert.deepEqual([network.dialled, watch.visits], [[], 0])
    })

  test('a host that is not public is not dialled if a name server answers first a public and then a private address: it is asked once for each connection', async () => {
    const first = network.resolved.length
    let asked = 0
    network.names.set('rebind.attacker.example.com', () => (asked++ === 0 ? ['93.184.216.9'] : ['127.0.0.1']))
    for (let i = 0; i < 3; i++) await send('https://rebind.attacker.example.com/').catch(() => {})
    assert.equal(network.resolved.length - first, 3)
    assert.deepEqual(network.dialled, ['93.184.216.9'], 'only the checked address is dialled')
    network.dialled.length = 0
  })

  test('a host that is not public differs from a public host, whose addresses are dialled', async () => {
    const visits = watch.visits
    for (const host of ['8.8.8.8', '[2606:4700::1111]', '0x08080808', '134744072'])
      await assert.rejects(send(`https://${host}/`), DeliveryFailed)
    assert.deepEqual(network.dialled, ['8.8.8.8', '2606:4700::1111', '8.8.8.8', '8.8.8.8'])
    assert.ok(watch.visits > visits)
  })
})

describe('a receiver on a public address', () => {
  let watch: Awaited<ReturnType<typeof startWatch>>
  let network: TestNetwork
  const send = (url: string) => createWebhookClient('public', network).send({ url, headers: {}, body: '{}' })
  before(async () => {
    watch = await startWatch()
    network = testNetwork()
  })
  after(() => {
    watch.close()
    network.close()
  })

  test('a receiver on a public address may redirect with any status, and no redirect is followed', async () => {
    const receiver = await network.receiver('redirect')
    for (const status of [301, 302, 303, 307, 308])
      for (const location of [`http://127.0.0.1:${watch.port}/`, `//127.0.0.1:${watch.port}/`, receiver.url]) {
        receiver.received.length = 0
        receiver.answer = (_, reply) => reply.writeHead(status, { location }).end()
        assert.equal((await send(receiver.url)).status, status)
        assert.equal(receiver.received.length, 1)
      }
    assert.equal(watch.visits, 0)
  })

  test('a receiver on a public address needs a certificate for its name, signed by a trusted authority', async () => {
    const receiver = await network.receiver('trusted')
    assert.equal((await send(receiver.url)).status, 200)
    network.names.set('elsewhere.example.org', network.names.get('trusted.receiver.example.org') as string[])
    await assert.rejects(send('https://elsewhere.example.org/'), {
      message: 'the certificate is for another host name',
    })
    const { ca: _, ...strict } = network
    const client = createWebhookClient('public', strict)
    await assert.rejects(client.send({ url: receiver.url, headers: {}, body: '{}' }), {
      message: 'the certificate is not trusted',
    })
    assert.equal(receiver.received.length, 1)
  })

  test('gains nothing by an upgrade, a proxy in the environment or a second answer', async t => {
    const receiver = await network.receiver('odd')
    process.env.HTTPS_PROXY = `http://127.0.0.1:${watch.port}`
    t.after(() => delete process.env.HTTPS_PROXY)
    receiver.answer = (_, reply) => {
      reply.writeEarlyHints({ link: '</a>; rel=preload' })
      reply.writeHead(200, { 'alt-svc': `h2="127.0.0.1:${watch.port}"` }).end()
    }
    assert.equal((await send(receiver.url)).status, 200)
    assert.equal((await send(receiver.url)).status, 200)
    assert.equal(watch.visits, 0)
  })
})

describe('addresses', () => {
  test('addresses are public or private on either side of every boundary', () => {
    const yes = [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.1',
    ]
    const more = ['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.0']
    const six = ['2606:4700::1111', '2a00:1450:4001:800::200e', '2003::1', '2400::1']
    for (const address of [...yes, ...more, ...six]) assert.equal(isPublicAddress(address), true, address)
    for (const address of [
      '',
      'x',
      '1',
      '0x7f.1',
      '223.255.255.255/8',
      '2001:db8::',
      '1fff::1',
      '4000::1',
      'fe80::1%1',
    ])
      assert.equal(isPublicAddress(address), false, address)
  })
})

describe('with the setting for any target', () => {
  test('http, other ports, names of this machine and private addresses are accepted; user info and fragments are not', async t => {
    for (const url of ['http://localhost:8080/hook', 'https://10.0.0.1:8443/', 'http://[::1]:9/', 'https://nas/'])
      assert.deepEqual(targetFaults(url, 'any'), [], url)
    for (const url of [
      'http://me@localhost/',
      'http://localhost/#x',
      'ftp://localhost/',
      'localhost:80',
      'file:///etc/passwd',
    ])
      assert.notDeepEqual(targetFaults(url, 'any'), [], url)
    const watch = await startWatch()
    t.after(() => watch.close())
    const client = createWebhookClient('any', realNetwork('any'))
    for (const host of ['localhost', '127.0.0.1']) {
      const url = `http://${host}:${watch.port}/`
      assert.equal((await client.send({ url, headers: {}, body: '{}' })).status, 200)
      await assert.rejects(createWebhookClient('public', realNetwork('public')).send({ url, headers: {}, body: '{}' }))
    }
    assert.equal(watch.visits, 2)
  })
})
