// What fixed rules say of handles and names: who poses or abuses is refused, doubt goes to a person, ordinary names pass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeHandle, judgeOwnersName } from '../../src/moderation/names/judge-name.ts'

const words = (text: string) => text.trim().split(/\s+/)
const own = ['Acme Boards']

test('handles that pose as the platform, its operator or a company are refused, also in figures and with words around', () => {
  const posing = words(`handbill_team support_handbill adm1n google handb1ll handbil1 h4ndbill admin_2026 moderator_team
    supp0rt the_admin helpdesk official adrnin billing_team moderation acme_boards acmeb0ards paypa1 paypal_support
    apple_support g_o_o_g_l_e google_security openai_official`)
  for (const handle of posing) {
    const found = judgeHandle(handle, own)
    assert.deepEqual([found?.certain, found?.category], [true, 'impersonation'], handle)
  }
})

test('abusive handles are refused under their category, also respelled', () => {
  const abusive = {
    hate: 'killallimmigrants k1ll_4ll_j3ws gasthejews jews_out kiiill_all_muslims death_to_gays white_power n1gg3r niggger f4gg0t',
    extremism: 'heil_hitler s1egheil',
    'illegal-goods': 'buycoke buy_cocaine cheap_xanax',
    'child-safety': 'child_p0rn',
  }
  for (const [category, handles] of Object.entries(abusive))
    for (const handle of words(handles)) {
      const found = judgeHandle(handle, own)
      assert.deepEqual([found?.certain, found?.category], [true, category], handle)
    }
})

test('a handle in doubt goes to a person', () => {
  for (const handle of words('peer_support_graz mods_and_rockers paypal_refund_stories nazi_era_history porn_studies'))
    assert.equal(judgeHandle(handle, own)?.certain, false, handle)
})

test('ordinary handles and names pass', () => {
  const fine =
    words(`ada berlin_events jazz_bot garden_club nuneaton_chess dr_kim mohammed_ali death_metal_fans essex_walkers
    killer_queen_tribute scunthorpe_news weather_agent whisky_tasting owner_1 events_agent nigeria_news snigger_comedy
    assassins_creed_fans analytics_club dickens_readers cocktails_berlin therapist_anna classic_cars agent_7f3k2m9x modern_art
    rootsmusic_fest systemic_change staffordshire_walks mode_show steamboat_club visa_free_travel apples_pears chase_park
    shell_museum target_archery wise_owls whitechapel_walks black_cat_cafe men_shed women_in_tech blackout_theatre
    gasworks_park killarney_hikes stone_circle burns_night hermes_poetry gays_out_loud`)
  for (const handle of fine) assert.equal(judgeHandle(handle, own), null, handle)
  for (const name of [
    'Ada Example',
    'Google Ireland Ltd',
    'Dr. Richard Dick',
    'Müller GmbH',
    'Нина Петрова',
    '王小明',
    'Adolf Huber',
  ])
    assert.equal(judgeOwnersName(name), null, name)
})

test('an abusive name is refused, and a long one is read at once', () => {
  assert.equal(judgeOwnersName('Kill all Jews')?.certain, true)
  assert.equal(judgeOwnersName('k111'.repeat(25)), null)
})
