// Commands that look at an installation and change nothing: config and doctor.
import type { Command } from 'commander'
import { CommandFailed } from './command-failed.ts'
import type { CliHost, Finding, ShownSetting } from './host.ts'
import { jsonLine } from './json-line.ts'

export function addDoctorCommands(cli: Command, host: CliHost): void {
  cli
    .command('config')
    .description('Print the configuration in force with the source of each value; secrets are hidden.')
    .option('--json', 'print one JSON line for each setting', false)
    .action(({ json }: { json: boolean }) => {
      for (const setting of host.settingsInForce()) host.out(json ? jsonLine(setting) : settingLine(setting))
    })

  cli
    .command('doctor')
    .description('Check the installation: one line for each check, with what to do; exit status 1 when one fails.')
    .option('--mail <address>', 'also send a test mail to this address')
    .option('--json', 'print one JSON object with the settings and the findings', false)
    .action(async ({ json, mail }: { json: boolean; mail?: string }) => {
      const settings = host.settingsInForce()
      if (!json) for (const setting of settings) host.out(settingLine(setting))
      const findings: Finding[] = []
      await host.examine(
        finding => {
          findings.push(finding)
          if (!json) host.out(findingLine(finding))
        },
        { mailTo: mail },
      )
      const failed = findings.filter(({ state }) => state === 'fail').length
      if (json) host.out(jsonLine({ ok: failed === 0, settings, findings }))
      if (failed > 0) throw new CommandFailed('doctor', `${failed} of ${findings.length} checks failed`)
    })
}

const settingLine = ({ name, value, source }: ShownSetting) =>
  `${`${name}=${value ?? '(hidden)'}`.padEnd(48)} ${source}`

const marks = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const

const findingLine = ({ check, state, says, fix }: Finding) =>
  `${marks[state]} ${check.padEnd(10)} ${says}${fix ? `; ${fix}` : ''}`
